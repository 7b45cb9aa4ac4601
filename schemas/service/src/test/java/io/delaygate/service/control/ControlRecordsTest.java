package io.delaygate.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked
class ControlRecordsTest {
  private static final long NOW = 1_800_000_000_000L;

  private static final String HASH = "0123456789abcdef".repeat(4);

  private static final TopicNames NAMES = TopicNames.prefixed("");

  private final ControlRecords records =
      new ControlRecords(NAMES, new DefaultsParser(NAMES), OperationRecords.NONE);

  @Test
  void aPauseIsAnyValueAndEndsWithNone() {
    // When
    records.take(record("pause/orders", ""));
    var paused = records.view().of("orders");
    records.take(record("pause/orders", null));

    // Then
    assertThat(paused.pause()).isEqualTo(new TargetPause(NOW, TargetPause.FOR_EVER));
    assertThat(paused.isPaused(Long.MAX_VALUE - 1)).isTrue();
    assertThat(records.view()).isEqualTo(ControlView.EMPTY);
  }

  @Test
  void aDecisionMaySayWhoMadeIt() {
    // When
    records.take(record("pause/orders", "", "decided-by", "root"));
    records.take(record("defaults/orders", "", "delay-priority", "3", "decided-by", "root"));

    // Then
    var orders = records.view().of("orders");
    assertThat(orders.pause()).isEqualTo(new TargetPause(NOW, TargetPause.FOR_EVER, "root"));
    assertThat(orders.defaults()).isEqualTo(Policy.USUAL.withPriority(3));
  }

  @Test
  void aPauseWithATimeEndsByItself() {
    // When
    records.take(record("pause/orders", "", "until-ms", "1800000000000"));
    var paused = records.view().of("orders");

    // Then
    assertThat(paused.pause()).isEqualTo(new TargetPause(NOW, 1_800_000_000_000L));
    assertThat(paused.isPaused(1_799_999_999_999L)).isTrue();
    assertThat(paused.isPaused(1_800_000_000_000L)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "soon", "", "1800000000", "1800000000000000"})
  void aPauseWhoseTimeCannotBeReadIsNone(String untilMs) {
    // Given
    records.take(record("pause/orders", ""));

    // When
    assertThatIllegalArgumentException()
        .isThrownBy(() -> records.take(record("pause/orders", "", "until-ms", untilMs)))
        .withMessageContaining("until-ms");

    // Then
    assertThat(records.view()).isEqualTo(ControlView.EMPTY);
  }

  @Test
  void decisionsOfOneTargetDoNotTouchEachOther() {
    // When
    records.take(record("pause/orders", "x"));
    records.take(record("rate/orders", "100\n"));
    records.take(record("alarm/orders", "", "failures", "7"));
    records.take(record("rate/a/b", "5"));
    records.take(record("pause/orders", null));

    // Then
    assertThat(records.view().of("orders"))
        .isEqualTo(new TargetControl(null, 100, null, new FailureAlarm(0, 7, 60_000)));
    assertThat(records.view().of("a/b").perSecond()).isEqualTo(5);
    assertThat(records.view().of("other")).isEqualTo(TargetControl.NONE);
  }

  @Test
  void defaultsAreTheHeadersOfASchedule() {
    // When
    records.take(record("defaults/orders", "", "delay-priority", "1", "delay-ack", "true"));

    // Then
    assertThat(records.view().defaults("orders"))
        .isEqualTo(new Policy(1, OnExpiry.DROP, null, RetryPolicy.USUAL));
    assertThat(records.view().defaults("other")).isEqualTo(Policy.USUAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay-due-ms", "delay-if-exists", "delay-colour"})
  void whatCanHaveNoDefaultIsRefused(String header) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> records.take(record("defaults/orders", "", header, "x")))
        .withMessageContaining(header);
  }

  @Test
  void whatCannotBeReadCountsAsNotDecided() {
    // Given
    records.take(record("rate/orders", "100"));

    // When
    assertThatIllegalArgumentException()
        .isThrownBy(() -> records.take(record("rate/orders", "many")))
        .withMessage("rate must be a whole number");

    // Then
    assertThat(records.view()).isEqualTo(ControlView.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders",
        "pause/",
        "stop/orders",
        "",
        "namespace/",
        "namespace/a.b",
        "namespace/12345678901234567890123456789012345678901234567890123456789012345",
        "token/0123",
        "endpoint/shop",
        "endpoint/shop/",
        "endpoint/shop/a/b",
        "endpoint/shop/a.b",
        "endpoint/a.b/billing",
        "token/0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef",
      })
  void aKeyIsAKindAndWhatItIsAbout(String key) {
    assertThatIllegalArgumentException().isThrownBy(() -> records.take(record(key, "x")));
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true", "1000000, true", "1000001, false"})
  void aRateHasBounds(String text, boolean isLegal) {
    assertThat(isTaken(record("rate/orders", text))).isEqualTo(isLegal);
  }

  @ParameterizedTest
  @CsvSource({
    "dead-letters, 1000000, true",
    "dead-letters, 1000001, false",
    "dead-letters, 0, false",
    "failures, -1, false",
    "failures, 1, true",
  })
  void anAlarmHasBounds(String header, String text, boolean isLegal) {
    assertThat(isTaken(record("alarm/orders", "", header, text))).isEqualTo(isLegal);
  }

  @ParameterizedTest
  @CsvSource({"999, false", "1000, true", "86400000, true", "86400001, false"})
  void aWindowHasBounds(String text, boolean isLegal) {
    var alarm = record("alarm/orders", "", "failures", "1", "window-ms", text);

    assertThat(isTaken(alarm)).isEqualTo(isLegal);
  }

  @Test
  void aKeyIsWrittenAsItIsRead() {
    assertThat(
            List.of(
                new ControlKey.OfTarget(ControlKey.Kind.RATE, "orders"),
                new ControlKey.OfNamespace("shop"),
                new ControlKey.OfChangelog("delaygate-jobs-changelog"),
                new ControlKey.OfEndpoint(new EndpointName("shop", "billing")),
                new ControlKey.OfReseal(new EndpointName("shop", "billing")),
                new ControlKey.OfToken(HASH)))
        .allSatisfy(
            key ->
                assertThat(ControlKey.parse(key.text().getBytes(UTF_8)))
                    .isEqualTo(Optional.of(key)));
  }

  @Test
  void aNoteOfSchedulersDecidesNothing() {
    // When
    records.take(record("changelog/delaygate-jobs-changelog", "oKMQNStlQjS8IiTMRQUNtQ"));

    // Then
    assertThat(records.view()).isEqualTo(ControlView.EMPTY);
  }

  @Test
  void aNamespaceHasLimitsAndTargets() {
    // When
    records.take(
        record("namespace/shop", "", "pending-jobs", "7", "allow", "shop-*", "allow", "mails"));
    records.take(record("namespace/open", ""));
    records.take(record("namespace/gone", "", "payload-bytes", "0"));
    records.take(record("namespace/gone", null));

    // Then
    var limits = new UsageLimits(null, null, 7L, null);
    assertThat(records.view().namespaces())
        .containsOnly(
            Map.entry("shop", new NamespaceControl(limits, List.of("shop-*", "mails"), List.of())),
            Map.entry("open", new NamespaceControl(UsageLimits.NONE, List.of(), List.of())));
  }

  @Test
  void aTokenBelongsToANamespaceUntilItIsTakenBack() {
    // When
    records.take(token("name", "ci", "namespace", "shop", "role", "write"));
    var taken = records.view().tokens();
    records.take(record("token/" + HASH, null));

    // Then
    assertThat(taken)
        .containsOnly(Map.entry(HASH, new TokenControl("ci", "shop", "write", UsageLimits.NONE)));
    assertThat(records.view()).isEqualTo(ControlView.EMPTY);
  }

  @Test
  void aTokenHasItsIntervalAndWhatLaterVersionsAddIsPassedOver() {
    // When
    records.take(
        token(
            "name",
            "ci",
            "namespace",
            "shop",
            "role",
            "write",
            "later-bound",
            "7",
            "interval-reads",
            "5",
            "interval-writes",
            "0",
            "interval-seconds",
            "60"));

    // Then
    var interval = new IntervalLimits(5, 0, 60);
    assertThat(records.view().tokens().get(HASH))
        .isEqualTo(new TokenControl("ci", "shop", "write", UsageLimits.NONE, interval));
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1", "-1, 1, 1", "1, -1, 1", "1, 1, 0"})
  void anIntervalThatBoundsNothingIsNone(long reads, long writes, long seconds) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalLimits(reads, writes, seconds));
  }

  @Test
  void aTokenThatCannotBeReadIsNone() {
    // Given
    records.take(token("name", "ci", "namespace", "shop", "role", "write"));

    // When
    assertThatIllegalArgumentException()
        .isThrownBy(() -> records.take(token("name", "ci", "role", "write")))
        .withMessage("it must have the header namespace");

    // Then
    assertThat(records.view().tokens()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "requests-per-second, 0, false",
    "requests-per-second, 1, true",
    "requests-per-second, 1000000, true",
    "requests-per-second, 1000001, false",
    "jobs-per-second, 0, false",
    "jobs-per-second, 1000000, true",
    "jobs-per-second, 1000001, false",
    "pending-jobs, 0, false",
    "pending-jobs, 9223372036854775807, true",
    "payload-bytes, -1, false",
    "payload-bytes, 0, true",
    "payload-bytes, 2147483648, false",
    "payload-bytes, much, false",
  })
  void limitsHaveBounds(String header, String text, boolean isLegal) {
    assertThat(isTaken(record("namespace/shop", "", header, text))).isEqualTo(isLegal);
  }

  private static ConsumerRecord<byte[], byte[]> token(String... headers) {
    return record("token/" + HASH, "", headers);
  }

  private boolean isTaken(ConsumerRecord<byte[], byte[]> record) {
    try {
      records.take(record);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(String key, String value, String... given) {
    var headers = new RecordHeaders();
    for (var i = 0; i < given.length; i += 2) {
      headers.add(given[i], given[i + 1].getBytes(UTF_8));
    }
    return new ConsumerRecord<>(
        "delay-control",
        0,
        0,
        NOW,
        TimestampType.LOG_APPEND_TIME,
        key.length(),
        0,
        key.getBytes(UTF_8),
        value == null ? null : value.getBytes(UTF_8),
        headers,
        Optional.empty());
  }
}
