package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.BASE_MS;
import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.keyed;
import static io.delaygate.schemas.command.SentRecord.keyless;
import static io.delaygate.schemas.command.SentRecord.timed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.job.Target;
import io.delaygate.schemas.topics.TopicNames;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of endpoints as targets: name and path are read, and the job is always acknowledged. */
class ParsedEndpointTest {
  @Test
  void anEndpointIsOfTheNamespaceOfTheId() {
    assertThat(to("@shop/o-1").schedule().target().topic()).isEqualTo("queue.shop.~billing");
    assertThat(to("o-1").schedule().target().topic()).isEqualTo("queue.default.~billing");
    assertThat(endpoint(keyless()).schedule().target().topic()).isEqualTo("queue.default.~billing");
  }

  @Test
  void aCallHasAPathOrNone() {
    // Given
    var plain = to("@shop/o-1").schedule().target();
    var pathed = to("@shop/o-1").header("delay-target-path", "/timeouts?a=b").schedule().target();

    // Then
    assertThat(plain.isEndpoint()).isTrue();
    assertThat(plain.path()).isNull();
    assertThat(plain.key()).isNull();
    assertThat(pathed.path()).isEqualTo("/timeouts?a=b");
    assertThat(pathed.partition()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          delay-target-topic     | orders     | TARGET_AMBIGUOUS | TARGET_ENDPOINT
          delay-target-key       | k          | HEADER_MISPLACED | TARGET_KEY
          delay-target-partition | 1          | HEADER_MISPLACED | TARGET_PARTITION
          delay-target-path      | timeouts   | TARGET_INVALID   | TARGET_PATH
          delay-target-path      | /../admin  | TARGET_INVALID   | TARGET_PATH
          delay-ack              | false      | HEADER_INVALID   | ACK
          """)
  void headersThatDoNotFitACallAreRefused(
      String header, String value, ReasonCode reason, DelayHeader at) {
    // Given
    var record = to("o-1").header(header, value);

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(refusal.header()).isEqualTo(at);
  }

  @Test
  void aPathNeedsAnEndpoint() {
    // Given
    var record = timed().header("delay-target-path", "/timeouts");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_MISPLACED);
    assertThat(refusal.text()).contains("requires 'delay-target-endpoint'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b", "~billing", "a b", "shop/billing", "ü"})
  void aNameThatNoEndpointHasIsRefused(String name) {
    // Given
    var record = keyed("o-1").header("delay-ms", "1").header("delay-target-endpoint", name);

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TARGET_INVALID);
    assertThat(refusal.header()).isEqualTo(DelayHeader.TARGET_ENDPOINT);
  }

  @Test
  void theLongestNameHas64Characters() {
    var longest = keyed("o-1").header("delay-ms", "1");
    assertThat(longest.header("delay-target-endpoint", "e".repeat(64)).schedule().target().topic())
        .endsWith(".~" + "e".repeat(64));
    assertThat(
            keyed("o-1")
                .header("delay-ms", "1")
                .header("delay-target-endpoint", "e".repeat(65))
                .refused()
                .reason())
        .isEqualTo(ReasonCode.TARGET_INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay-target-topic", "delay-dead-letter-topic", "delay-reply-topic"})
  void theTargetThatStandsForAnEndpointCannotBeNamedAsATopic(String header) {
    // Given
    var record = keyed("o-1").header("delay-ms", "1").header(header, "queue.shop.~billing");
    if (!header.equals("delay-target-topic")) {
      record.header("delay-target-topic", "orders");
    }

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isIn(ReasonCode.TARGET_INVALID, ReasonCode.REPLY_INVALID);
    assertThat(refusal.text()).contains("queue.shop.~billing");
  }

  @Test
  void aJobOfAnEndpointIsAlwaysAcknowledged() {
    assertThat(to("o-1").schedule().policy().retry()).isEqualTo(RetryPolicy.USUAL);
    assertThat(to("o-1").header("delay-max-attempts", "7").schedule().policy().retry())
        .isEqualTo(RetryPolicy.USUAL.withMaxAttempts(7));
  }

  @Test
  void thePolicyOfTheEndpointHoldsWhereTheJobSetsNone() {
    // Given
    var own = Policy.USUAL.withPriority(2).withRetry(RetryPolicy.USUAL.withMaxAttempts(9));
    var asked = new HashMap<String, Policy>();
    var parser =
        new CommandParser(
            TopicNames.prefixed(""), topic -> asked.merge(topic, own, (one, other) -> other));

    // When
    var parsed = parser.parse(to("@shop/o-1").record(), BASE_MS);

    // Then
    var schedule = (Command.Schedule) SentRecord.understood(parsed);
    assertThat(schedule.policy()).isEqualTo(own);
    assertThat(asked).isEqualTo(Map.of("queue.shop.~billing", own));
  }

  @Test
  void aRescheduleMovesAJobToAnEndpointOrATopic() {
    // Given
    var toEndpoint =
        change("@shop/o-1")
            .header("delay-target-endpoint", "billing")
            .header("delay-target-path", "/a");
    var toTopic = change("@shop/o-1").header("delay-target-topic", "orders");

    // Then
    assertThat(moved(toEndpoint).target().topic()).isEqualTo("queue.shop.~billing");
    assertThat(moved(toEndpoint).target().path()).isEqualTo("/a");
    assertThat(moved(toEndpoint).usual()).isEqualTo(RetryPolicy.USUAL);
    assertThat(moved(toTopic).target())
        .usingRecursiveComparison()
        .isEqualTo(new Target("orders", bytes("@shop/o-1"), null));
    assertThat(moved(toTopic).usual()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          delay-target-key       | k         | HEADER_MISPLACED
          delay-target-partition | 1         | HEADER_MISPLACED
          delay-target-path      | /timeouts | HEADER_MISPLACED
          delay-target-topic     | a b       | TARGET_INVALID
          """)
  void aRescheduleIsRefusedWithHalfATarget(String header, String value, ReasonCode reason) {
    assertThat(change("o-1").header(header, value).refused().reason()).isEqualTo(reason);
  }

  private static Command.Move moved(SentRecord record) {
    var change =
        assertThat(record.understood()).asInstanceOf(type(Command.Reschedule.class)).actual();
    return assertThat(change.move()).isNotNull().actual();
  }

  private static SentRecord change(String id) {
    return keyed(id).header("delay-op", "reschedule").tombstone();
  }

  private static SentRecord to(String id) {
    return endpoint(keyed(id));
  }

  private static SentRecord endpoint(SentRecord record) {
    return record.header("delay-ms", "1").header("delay-target-endpoint", "billing");
  }
}
