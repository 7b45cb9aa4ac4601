package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.BASE_MS;
import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.RetryPolicy;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParsedFeedbackTest {
  private static final JobId ID = new JobId("order-4711");
  private static final Command.Claim CLAIM = new Command.Claim("x-1", 2);

  @Test
  void whatAWorkerSaysIsUnderstood() {
    assertThat(says("reserve").header("delay-lease-ms", "7").understood())
        .isEqualTo(new Command.Reserve(ID, CLAIM, 7L));
    assertThat(says("reserve").understood()).isEqualTo(new Command.Reserve(ID, CLAIM, null));
    assertThat(says("extend").header("delay-lease-ms", "7").understood())
        .isEqualTo(new Command.Extend(ID, CLAIM, 7L));
    assertThat(says("release").header("delay-failure", "oh").understood())
        .isEqualTo(new Command.Release(ID, CLAIM, null, "oh"));
    assertThat(says("release").header("delay", "3s").understood())
        .isEqualTo(new Command.Release(ID, CLAIM, new When.After(3000), null));
    assertThat(says("bury").header("delay-failure", "oh").understood())
        .isEqualTo(new Command.Bury(ID, CLAIM, "oh"));
    assertThat(says("finish").tombstone().understood())
        .isEqualTo(new Command.Finish(ID, CLAIM, null));
  }

  @Test
  void aFinishMayHaveANote() {
    assertThat(says("finish").tombstone().header("delay-note", "200 in 12 ms").understood())
        .isEqualTo(new Command.Finish(ID, CLAIM, null, "200 in 12 ms"));
    assertThat(says("bury").header("delay-note", "x").refused().reason())
        .isEqualTo(ReasonCode.HEADER_MISPLACED);
  }

  @Test
  void anAttemptThatWasNotUsedIsHandedBack() {
    var release = "release";
    assertThat(says(release).header("delay-attempt-unused", "true").understood())
        .isEqualTo(new Command.HandBack(ID, CLAIM));
    assertThat(says(release).header("delay-attempt-unused", "false").understood())
        .isEqualTo(new Command.Release(ID, CLAIM, null, null));
    assertThat(says(release).header("delay-attempt-unused", "yes").refused().reason())
        .isEqualTo(ReasonCode.HEADER_INVALID);
    assertThat(says("finish").header("delay-attempt-unused", "true").refused().reason())
        .isEqualTo(ReasonCode.HEADER_MISPLACED);
  }

  @ParameterizedTest
  @CsvSource({
    "delay-due-ms, 9",
    "delay-due, 1970-01-01T00:00:09Z",
    "delay-ms, 9",
    "delay, 1m",
    "delay-failure, oh"
  })
  void anAttemptThatWasNotUsedHasNeitherTimeNorFailure(String header, String text) {
    // When
    var handedBack = says("release").header("delay-attempt-unused", "true").header(header, text);

    // Then
    assertThat(handedBack.refused().reason()).isEqualTo(ReasonCode.HEADER_MISPLACED);
    assertThat(handedBack.refused().header()).hasToString(DelayHeader.byName(header).get().name());
  }

  @Test
  void theAttemptNeedNotBeNamed() {
    // When
    var command = keyed(ID.text()).header("delay-op", "extend").header("delay-lease", "x-1");

    // Then
    assertThat(((Command.Feedback) command.understood()).claim())
        .isEqualTo(new Command.Claim("x-1", null));
  }

  @Test
  void deadLettersAreKickedAndDiscardedByTheirId() {
    assertThat(keyed("a").header("delay-op", "kick").understood())
        .isEqualTo(new Command.Kick(new JobId("a"), null));
    assertThat(
            keyed("a").header("delay-op", "discard").header("delay-if-version", "3").understood())
        .isEqualTo(new Command.Discard(new JobId("a"), 3L));
  }

  @Test
  void aKickSaysWhenTheJobComesBackAndMayLiftItsLimit() {
    assertThat(
            keyed("a")
                .header("delay-op", "kick")
                .header("delay-max-attempts", "0")
                .header("delay", "2s")
                .header("delay-ttl-ms", "2000")
                .understood())
        .isEqualTo(
            new Command.Kick(
                new JobId("a"),
                null,
                new When.After(2_000),
                RetryPolicy.UNLIMITED,
                BASE_MS + 2_000));
    assertThat(
            keyed("a")
                .header("delay-op", "kick")
                .header("delay", "2s")
                .header("delay-ttl-ms", "1999")
                .refused()
                .reason())
        .isEqualTo(ReasonCode.TIME_INVALID);
  }

  @Test
  void aKickSaysHowOftenAndUntilWhenTheJobComesBack() {
    assertThat(
            keyed("a")
                .header("delay-op", "kick")
                .header("delay-max-attempts", "65535")
                .header("delay-ttl-ms", "5")
                .understood())
        .isEqualTo(new Command.Kick(new JobId("a"), null, null, 65_535, BASE_MS + 5));
    assertThat(
            keyed("a")
                .header("delay-op", "kick")
                .header("delay-max-attempts", "65536")
                .refused()
                .header())
        .isEqualTo(DelayHeader.MAX_ATTEMPTS);
  }

  @ParameterizedTest
  @CsvSource({
    "delay-due-ms, 1700000000009, 1700000000009",
    "delay-due, 2023-11-14T22:13:29Z, 1700000009000",
    "delay-ms, 9, 1767225600009",
    "delay, 1m, 1767225660000",
  })
  void aReleaseTakesEveryTimeHeaderOfASchedule(String header, String text, long dueMs) {
    // When
    var release = (Command.Release) says("release").header(header, text).understood();

    // Then
    assertThat(Objects.requireNonNull(release.when()).dueMs(BASE_MS)).isEqualTo(dueMs);
  }

  @Test
  void aReleaseHasTheBoundsOfASchedule() {
    assertThat(says("release").header("delay", "4000d").refused().reason())
        .isEqualTo(ReasonCode.TIME_OUT_OF_RANGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reserve", "finish", "release", "extend", "bury"})
  void whoSpeaksForAnAttemptMustHaveItsLease(String op) {
    // When
    var refusal = keyed("a").header("delay-op", op).header("delay-attempt", "1").refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_MISSING);
    assertThat(refusal.header()).isEqualTo(DelayHeader.LEASE);
  }

  @Test
  void aResultHasABound() {
    assertThat(((Command.Finish) says("finish").value(new byte[1024]).understood()).result())
        .hasSize(1024);
    assertThat(says("finish").value(new byte[1025]).refused().reason())
        .isEqualTo(ReasonCode.RESULT_TOO_LARGE);
  }

  @Test
  void theTextOfAFailureIsUtf8() {
    assertThat(says("bury").header("delay-failure", new byte[] {(byte) 0xff}).refused().header())
        .isEqualTo(DelayHeader.FAILURE);
    assertThat(says("bury").header("delay-failure", bytes("€".repeat(300))).understood())
        .isInstanceOf(Command.Bury.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_536, Integer.MAX_VALUE})
  void aJobWithoutALimitGoesOnCountingItsAttempts(int attempt) {
    assertThat(((Command.Feedback) attempt(Integer.toString(attempt)).understood()).claim())
        .isEqualTo(new Command.Claim("x-1", attempt));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "2147483648", "9999999999999999999999", "first"})
  void anAttemptIsAPositiveNumber(String attempt) {
    assertThat(attempt(attempt).refused().reason()).isEqualTo(ReasonCode.HEADER_INVALID);
    assertThat(attempt(attempt).refused().header()).isEqualTo(DelayHeader.ATTEMPT);
  }

  private static SentRecord attempt(String text) {
    return keyed(ID.text())
        .header("delay-op", "finish")
        .header("delay-lease", "x-1")
        .header("delay-attempt", text);
  }

  private static SentRecord says(String op) {
    return keyed(ID.text())
        .header("delay-op", op)
        .header("delay-lease", "x-1")
        .header("delay-attempt", "2");
  }
}
