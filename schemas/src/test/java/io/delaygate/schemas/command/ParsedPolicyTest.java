package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.timed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParsedPolicyTest {
  @Test
  void aJobThatAsksForNothingIsTreatedAsUsual() {
    assertThat(timed().schedule().policy()).isEqualTo(Policy.USUAL);
    assertThat(timed().header("delay-ack", "false").schedule().policy()).isEqualTo(Policy.USUAL);
  }

  @Test
  void anAcknowledgedJobHasDefaultsForAllThatItDoesNotSay() {
    assertThat(acknowledged()).isEqualTo(RetryPolicy.USUAL);
    assertThat(RetryPolicy.USUAL)
        .isEqualTo(
            new RetryPolicy(5, 60_000, LeaseStart.DELIVERY, new Backoff(1_000, 2, 3_600_000, 0.2)));
  }

  @Test
  void everyPartOfThePolicyCanBeSaid() {
    // When
    var policy =
        timed()
            .header("delay-ack", "true")
            .header("delay-max-attempts", "7")
            .header("delay-lease-ms", "1500")
            .header("delay-lease-start", "reserve")
            .header("delay-backoff", "exponential")
            .header("delay-backoff-initial-ms", "10")
            .header("delay-backoff-max-ms", "20")
            .header("delay-backoff-jitter", "0.5")
            .header("delay-priority", "1")
            .header("delay-on-expiry", "dead-letter")
            .header("delay-dead-letter-topic", "my-letters")
            .schedule()
            .policy();

    // Then
    var retry = new RetryPolicy(7, 1500, LeaseStart.RESERVE, new Backoff(10, 2, 20, 0.5));
    assertThat(policy).isEqualTo(new Policy(1, OnExpiry.DEAD_LETTER, "my-letters", retry));
  }

  @ParameterizedTest
  @CsvSource({
    "fixed, 500, , 500/1.0/500",
    "fixed, , , 1000/1.0/1000",
    "exponential, 7200000, , 7200000/2.0/7200000",
    "exponential, , 300, 300/2.0/300",
    "exponential, 5, 5, 5/2.0/5"
  })
  void whoGivesOneEndOfTheWaitsNeedNotKnowTheOther(
      String kind, @Nullable String initial, @Nullable String max, String expected) {
    // Given
    var record = timed().header("delay-ack", "true").header("delay-backoff", kind);
    if (initial != null) {
      record.header("delay-backoff-initial-ms", initial);
    }
    if (max != null) {
      record.header("delay-backoff-max-ms", max);
    }

    // When
    var backoff = Objects.requireNonNull(record.schedule().policy().retry()).backoff();

    // Then
    assertThat(backoff.initialMs() + "/" + backoff.factor() + "/" + backoff.maxMs())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "delay-max-attempts, 0", "delay-max-attempts, 65535",
    "delay-lease-ms, 1", "delay-lease-ms, 604800000",
    "delay-backoff-initial-ms, 0", "delay-backoff-max-ms, 31536000000",
    "delay-backoff-jitter, 0", "delay-backoff-jitter, 1"
  })
  void boundsBelongToTheRange(String name, String value) {
    assertThat(timed().header("delay-ack", "true").header(name, value).schedule().policy().retry())
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "delay-ack, yes, ACK",
    "delay-priority, 10, PRIORITY",
    "delay-priority, -1, PRIORITY",
    "delay-on-expiry, keep, ON_EXPIRY",
    "delay-max-attempts, -1, MAX_ATTEMPTS",
    "delay-max-attempts, 65536, MAX_ATTEMPTS",
    "delay-max-attempts, many, MAX_ATTEMPTS",
    "delay-lease-ms, 0, LEASE_MS",
    "delay-lease-ms, 604800001, LEASE_MS",
    "delay-lease-start, now, LEASE_START",
    "delay-backoff, linear, BACKOFF",
    "delay-backoff-initial-ms, -1, BACKOFF_INITIAL_MS",
    "delay-backoff-max-ms, 31536000001, BACKOFF_MAX_MS",
    "delay-backoff-jitter, 1.01, BACKOFF_JITTER",
    "delay-backoff-jitter, NaN, BACKOFF_JITTER"
  })
  void whatIsOutOfBoundsIsNamed(String name, String value, DelayHeader header) {
    // Given
    var record = timed().header(name, value);
    if (header != DelayHeader.ACK) {
      record.header("delay-ack", "true");
    }

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_INVALID);
    assertThat(refusal.header()).isEqualTo(header);
    assertThat(refusal.text()).contains("'" + value + "'");
  }

  @Test
  void theLongestWaitIsNotShorterThanTheFirst() {
    // When
    var refusal =
        timed()
            .header("delay-ack", "true")
            .header("delay-backoff-initial-ms", "11")
            .header("delay-backoff-max-ms", "10")
            .refused();

    // Then
    assertThat(refusal.header()).isEqualTo(DelayHeader.BACKOFF_MAX_MS);
    assertThat(refusal.text()).contains("10 ms").contains("11 ms");
  }

  @Test
  void aFixedBackoffHasNoLongestWait() {
    // When
    var refusal =
        timed()
            .header("delay-ack", "true")
            .header("delay-backoff", "fixed")
            .header("delay-backoff-max-ms", "10")
            .refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_MISPLACED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delay-max-attempts",
        "delay-lease-ms",
        "delay-lease-start",
        "delay-backoff",
        "delay-backoff-initial-ms",
        "delay-backoff-max-ms",
        "delay-backoff-jitter"
      })
  void aRetryPolicyMeansNothingForAJobThatEndsWithItsDelivery(String name) {
    // When
    var refusal = timed().header(name, "1").refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_MISPLACED);
    assertThat(refusal.text()).contains(name).contains("delay-ack");
  }

  @ParameterizedTest
  @CsvSource({"delay-requests, TARGET_FORBIDDEN", "no topic, TARGET_INVALID"})
  void aDeadLetterTopicObeysTheRulesOfTargets(String topic, ReasonCode reason) {
    // When
    var refusal = timed().header("delay-dead-letter-topic", topic).refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(refusal.header()).isEqualTo(DelayHeader.DEAD_LETTER_TOPIC);
  }

  private static RetryPolicy acknowledged() {
    return Objects.requireNonNull(timed().header("delay-ack", "true").schedule().policy().retry());
  }
}
