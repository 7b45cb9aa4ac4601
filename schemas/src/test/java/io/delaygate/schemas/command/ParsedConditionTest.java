package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.BASE_MS;
import static io.delaygate.schemas.command.SentRecord.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of conditional headers: if-exists, version, priority and expiry are read or refused. */
class ParsedConditionTest {
  @ParameterizedTest
  @EnumSource(IfExists.class)
  void aKnownIdIsTreatedAsTheSenderSays(IfExists policy) {
    assertThat(timed().header("delay-if-exists", policy.text()).schedule().ifExists())
        .isEqualTo(policy);
  }

  @Test
  void aKnownIdIsReplacedByDefault() {
    assertThat(timed().schedule().ifExists()).isEqualTo(IfExists.REPLACE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "IGNORE", "update"})
  void anotherPolicyIsRefused(String policy) {
    assertThat(timed().header("delay-if-exists", policy).refused().reason())
        .isEqualTo(ReasonCode.HEADER_INVALID);
  }

  @Test
  void aChangeMayNameTheVersionThatItIsMeantFor() {
    // Given
    var id = new JobId("a");

    // Then
    assertThat(op("cancel").header("delay-if-version", "3").understood())
        .isEqualTo(new Command.Cancel(id, 3L));
    assertThat(op("fire").header("delay-if-version", "9223372036854775807").understood())
        .isEqualTo(new Command.Fire(id, Long.MAX_VALUE));
    var moved = op("reschedule").header("delay", "1s").header("delay-if-version", "1").understood();
    assertThat(((Command.Reschedule) moved).ifVersion()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1.5", "9223372036854775808"})
  void aVersionIsANumber(String version) {
    assertThat(op("cancel").header("delay-if-version", version).refused().reason())
        .isEqualTo(ReasonCode.HEADER_INVALID);
  }

  @Test
  void aJobWithoutAPriorityHasTheUsualOne() {
    assertThat(timed().schedule().policy()).isEqualTo(Policy.USUAL);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9})
  void aPriorityIsOneDigit(int priority) {
    assertThat(timed().header("delay-priority", "" + priority).schedule().policy().priority())
        .isEqualTo(priority);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "10", "", "high", "5.5", "99999999999"})
  void otherPrioritiesAreRefused(String priority) {
    assertThat(timed().header("delay-priority", priority).refused().reason())
        .isEqualTo(ReasonCode.HEADER_INVALID);
  }

  @Test
  void aScheduleHasNoVersionToName() {
    assertThat(timed().header("delay-if-version", "1").refused().reason())
        .isEqualTo(ReasonCode.HEADER_MISPLACED);
  }

  @Test
  void anExpiryIsATimeOrCountsFromTheRecord() {
    assertThat(timed().schedule().expiresMs()).isEqualTo(JobTimes.NEVER);
    assertThat(timed().header("delay-expires-ms", "" + (BASE_MS + 7000)).schedule().expiresMs())
        .isEqualTo(BASE_MS + 7000);
    assertThat(timed().header("delay-ttl-ms", "7000").schedule().expiresMs())
        .isEqualTo(BASE_MS + 7000);
    assertThat(timed().header("delay-expires-ms", "253402300799999").schedule().expiresMs())
        .isEqualTo(253_402_300_799_999L);
    assertThat(timed().header("delay-expires-ms", "" + Long.MAX_VALUE).schedule().expiresMs())
        .isEqualTo(JobTimes.NEVER);
    assertThat(timed().header("delay-ttl-ms", "1000000000000000000").schedule().expiresMs())
        .isEqualTo(Long.MAX_VALUE);
    assertThat(timed().header("delay-ttl-ms", "" + Long.MAX_VALUE).schedule().expiresMs())
        .isEqualTo(JobTimes.NEVER);
  }

  @ParameterizedTest
  @CsvSource({"delay-ttl-ms, 999, true", "delay-ttl-ms, 1000, false"})
  void aJobThatWouldExpireBeforeItIsDueIsRefused(String header, String ms, boolean refused) {
    // When
    var parsed = timed().header(header, ms).parsed();

    // Then
    assertThat(parsed instanceof ParsedCommand.Refused).isEqualTo(refused);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "soon", "9223372036854775808"})
  void anExpiryIsANumberOfMilliseconds(String ms) {
    assertThat(timed().header("delay-expires-ms", ms).refused().reason())
        .isEqualTo(ReasonCode.TIME_INVALID);
    assertThat(timed().header("delay-ttl-ms", ms).refused().reason())
        .isEqualTo(ReasonCode.TIME_INVALID);
  }

  @Test
  void twoExpiriesExcludeEachOther() {
    assertThat(
            timed()
                .header("delay-ttl-ms", "5000")
                .header("delay-expires-ms", "" + (BASE_MS + 5000))
                .refused()
                .reason())
        .isEqualTo(ReasonCode.TIME_AMBIGUOUS);
  }

  private static SentRecord timed() {
    return keyed("a").header("delay-target-topic", "orders").header("delay", "1s");
  }

  private static SentRecord op(String op) {
    return keyed("a").header("delay-op", op);
  }
}
