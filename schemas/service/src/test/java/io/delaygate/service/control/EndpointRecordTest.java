package io.delaygate.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked
class EndpointRecordTest {
  private static final TopicNames NAMES = TopicNames.prefixed("");
  private static final EndpointName BILLING = new EndpointName("default", "billing");
  private static final String KEY = "endpoint/default/billing";
  private static final String TARGET = "queue.default.~billing";
  private static final String URL = "https://billing.example/hooks";

  private final ControlRecords records =
      new ControlRecords(NAMES, new DefaultsParser(NAMES), OperationRecords.NONE);

  @Test
  void anEndpointNeedsAUrlOnly() {
    // When
    records.take(record(KEY, "", "url", URL));

    // Then
    var retry = new RetryPolicy(5, 60_000, LeaseStart.RESERVE, RetryPolicy.USUAL.backoff());
    assertThat(records.view().endpoint(BILLING))
        .contains(
            new EndpointControl(
                URL,
                "POST",
                Map.of(),
                null,
                30_000,
                16,
                null,
                new Policy(5, OnExpiry.DROP, null, retry),
                false));
  }

  @Test
  void anEndpointHasAllThatItsRecordSays() {
    // When
    records.take(
        record(
            KEY,
            "",
            "url",
            URL,
            "method",
            "PUT",
            "header",
            "x-team: shop: one",
            "header",
            "accept: */*",
            "sealed",
            "c2VhbGVk",
            "timeout-ms",
            "5000",
            "parallelism",
            "3",
            "per-second",
            "7",
            "job-urls",
            "true",
            "delay-ack",
            "true",
            "delay-max-attempts",
            "9",
            "delay-backoff",
            "fixed",
            "delay-backoff-initial-ms",
            "5000"));

    // Then
    var backoff = new Backoff(5000, 1, 5000, RetryPolicy.USUAL.backoff().jitter());
    var retry = new RetryPolicy(9, 35_000, LeaseStart.RESERVE, backoff);
    var endpoint = records.view().endpoint(BILLING).orElseThrow();
    assertThat(endpoint)
        .isEqualTo(
            new EndpointControl(
                URL,
                "PUT",
                Map.of("x-team", "shop: one", "accept", "*/*"),
                "c2VhbGVk",
                5000,
                3,
                7,
                new Policy(5, OnExpiry.DROP, null, retry),
                true));
    assertThat(endpoint.headers().keySet()).containsExactly("x-team", "accept");
  }

  @Test
  void secretsThatWereSealedAnewReplaceThoseTheyWereMadeFrom() {
    // Given
    records.take(record(KEY, "", "url", URL, "sealed", "b2xk"));

    // When
    records.take(reseal("b2xk", "bmV3"));
    var once = sealed();
    records.take(reseal("b2xk", "bmV3ZXI="));

    // Then
    assertThat(once).isEqualTo("bmV3");
    assertThat(sealed()).isEqualTo("bmV3ZXI=");
    assertThat(records.view().reseals().get(BILLING).sealed()).isEqualTo("bmV3ZXI=");
  }

  @Test
  void anEndpointThatWasSetMeanwhileKeepsItsOwnSecrets() {
    // When
    records.take(record(KEY, "", "url", URL, "sealed", "b2xk"));
    records.take(record(KEY, "", "url", URL + "/set", "sealed", "c2V0"));
    records.take(reseal("b2xk", "bmV3"));
    var late = sealed();
    records.take(record(KEY, "", "url", URL, "sealed", "c2V0IGFnYWlu"));

    // Then
    assertThat(late).isEqualTo("c2V0");
    assertThat(sealed()).isEqualTo("c2V0IGFnYWlu");
  }

  @Test
  void theOrderOfTheRecordsDoesNotMatterAsKafkaKeepsOnlyTheLastOfEachKey() {
    // When
    records.take(reseal("b2xk", "bmV3"));
    var before = records.view();
    records.take(record(KEY, "", "url", URL, "sealed", "b2xk"));

    // Then
    assertThat(before.endpoints()).isEmpty();
    assertThat(sealed()).isEqualTo("bmV3");
  }

  @Test
  void aRevokedResealLeavesTheEndpointsOwnSecrets() {
    // Given
    records.take(record(KEY, "", "url", URL, "sealed", "b2xk"));
    records.take(reseal("b2xk", "bmV3"));

    // When
    records.take(record("reseal/default/billing", null));

    // Then
    assertThat(sealed()).isEqualTo("b2xk");
    assertThat(records.view().reseals()).isEmpty();
  }

  private static ConsumerRecord<byte[], byte[]> reseal(String of, String sealed) {
    var name = ResealedSecrets.name(of);
    return record("reseal/default/billing", "", "of", name, "sealed", sealed);
  }

  private @Nullable String sealed() {
    return records.view().endpoint(BILLING).orElseThrow().sealed();
  }

  @Test
  void itsRateAndPolicyAreDecisionsAboutItsTarget() {
    // When
    records.take(record("pause/" + TARGET, ""));
    records.take(record(KEY, "", "url", URL, "per-second", "7", "delay-priority", "1"));
    var control = records.view().of(TARGET);

    // Then
    assertThat(control.perSecond()).isEqualTo(7);
    assertThat(control.defaults()).isEqualTo(records.view().endpoints().get(BILLING).policy());
    assertThat(records.view().defaults(TARGET).priority()).isEqualTo(1);
    assertThat(control.isPaused(1)).isTrue();
  }

  @Test
  void aDeletedEndpointLeavesOnlyItsPause() {
    // Given
    records.take(record("pause/" + TARGET, ""));
    records.take(record(KEY, "", "url", URL, "per-second", "7"));

    // When
    records.take(record(KEY, null));
    var left = records.view().of(TARGET);
    records.take(record("pause/" + TARGET, null));

    // Then
    assertThat(left).isEqualTo(TargetControl.NONE.withPause(left.pause()));
    assertThat(left.pause()).isNotNull();
    assertThat(records.view()).isEqualTo(ControlView.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate/", "defaults/"})
  void nothingElseSetsItsRateOrDefaults(String kind) {
    // Given
    records.take(record(KEY, "", "url", URL, "per-second", "7"));
    var before = records.view();

    // When
    assertThatIllegalArgumentException()
        .isThrownBy(() -> records.take(record(kind + TARGET, "5")))
        .withMessage("the rate and defaults of an endpoint are set in the record of the endpoint");

    // Then
    assertThat(records.view()).isEqualTo(before);
  }

  @Test
  void theEndpointsOfADeletedNamespaceAreGone() {
    // Given
    var name = new EndpointName("shop", "billing");
    records.take(record("endpoint/shop/billing", "", "url", URL));

    // Then
    assertThat(records.view().endpoint(name)).isEmpty();
    records.take(record("namespace/shop", ""));
    assertThat(records.view().endpoint(name)).isPresent();
  }

  @Test
  void anEndpointThatCannotBeReadIsNone() {
    // Given
    records.take(record(KEY, "", "url", URL));

    // When
    assertThatIllegalArgumentException()
        .isThrownBy(() -> records.take(record(KEY, "", "method", "POST")))
        .withMessage("it must have the header url");

    // Then
    assertThat(records.view()).isEqualTo(ControlView.EMPTY);
  }

  @ParameterizedTest
  @CsvSource({
    "timeout-ms, 99, false",
    "timeout-ms, 100, true",
    "timeout-ms, 300000, true",
    "timeout-ms, 300001, false",
    "parallelism, 0, false",
    "parallelism, 1, true",
    "parallelism, 1000, true",
    "parallelism, 1001, false",
    "parallelism, 4294967297, false",
    "per-second, 0, false",
    "per-second, 1, true",
    "per-second, 1000000, true",
    "per-second, 1000001, false",
    "method, DELETE, true",
    "method, post, false",
    "method, CONNECT, false",
    "header, x-team: shop, true",
    "header, x-team, false",
    "header, ': shop', false",
  })
  void theFactsOfACallHaveBounds(String header, String text, boolean isLegal) {
    assertThat(isTaken(record(KEY, "", "url", URL, header, text))).isEqualTo(isLegal);
  }

  /** The longest call and its margin are far below the longest lease. */
  @Test
  void aLeaseOutlastsTheLongestCall() {
    // When
    records.take(record(KEY, "", "url", URL, "timeout-ms", "300000"));

    // Then
    var retry = records.view().defaults(TARGET).retry();
    assertThat(Duration.ofMillis(retry.leaseMs())).isEqualTo(Duration.ofSeconds(330));
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
        0,
        TimestampType.LOG_APPEND_TIME,
        key.length(),
        0,
        key.getBytes(UTF_8),
        value == null ? null : value.getBytes(UTF_8),
        headers,
        Optional.empty());
  }
}
