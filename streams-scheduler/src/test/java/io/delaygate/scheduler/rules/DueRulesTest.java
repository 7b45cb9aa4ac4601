package io.delaygate.scheduler.rules;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.payload;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.rules.TargetAccess.Source;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.DeadLetterReason;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.ParkingReason;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DueRulesTest {
  private static final long DUE = 2_000_000;
  private static final long PARK_MAX = 60_000;
  private static final long UNRESERVED = 300;
  private static final long LEASE = 45_000;
  private static final TargetAccess WRITABLE = new TargetAccess.Open(2);
  private static final TargetAccess MISSING =
      new TargetAccess.Closed(
          ReasonCode.TARGET_UNKNOWN, "the topic does not exist", null, true, Source.DIRECTORY);
  private static final TargetAccess UNCHECKED =
      new TargetAccess.Closed(
          ReasonCode.TARGET_UNCHECKED, "not told yet", null, false, Source.DIRECTORY);

  private final DueRules rules = new DueRules(PARK_MAX, UNRESERVED);
  private final Job job = due("a", DUE);

  @Test
  void aWritableTargetGetsTheJobBeforeTheStoreLosesIt() {
    // When
    var effects = decide(job, WRITABLE, DUE);

    // Then
    assertThat(effects).containsExactly(new Effect.Emit(job, true, 2));
  }

  @Test
  void aJobThatWasNeverStoredIsNotRemoved() {
    // When
    var effects = rules.decide(job, null, WRITABLE, true, at(DUE));

    // Then
    assertThat(effects).containsExactly(new Effect.Emit(job, false, 2));
  }

  @Test
  void aTargetOfWhichNothingIsKnownIsWaitedForWithoutAnEnd() {
    // When
    var effects = decide(job, UNCHECKED, DUE + PARK_MAX);

    // Then
    assertThat(effects).containsExactly(parked(job, Long.MAX_VALUE, UNCHECKED, DUE + PARK_MAX));
  }

  @Test
  void aClosedTargetParksTheJobUntilItsPatienceEndsAndSaysWhy() {
    // When
    var effects = decide(job, MISSING, DUE);

    // Then
    assertThat(effects).containsExactly(parked(job, DUE + PARK_MAX, MISSING, DUE));
  }

  @Test
  void aJobThatWaitsForSomethingElseNowIsWrittenOnceMore() {
    // Given
    var before = parkedJob(UNCHECKED);
    var closedPartition =
        new TargetAccess.Closed(
            ReasonCode.TARGET_UNKNOWN, "the topic does not exist", 1, true, Source.DIRECTORY);

    // When
    var missing = decide(before, MISSING, DUE + 5);
    var elsewhere = decide(parkedJob(MISSING), closedPartition, DUE + 5);

    // Then
    assertThat(missing).containsExactly(parked(before, DUE + PARK_MAX, MISSING, DUE + 5));
    assertThat(elsewhere).hasSize(1);
  }

  @Test
  void aTargetThatNeverTakesTheRecordMakesADeadLetterAtOnce() {
    // Given
    var why = Refusal.of(ReasonCode.TARGET_REFUSED, "the broker's words");

    // When
    var effects = decide(job, new TargetAccess.Never(why), DUE);

    // Then
    assertThat(dead(effects).died()).isEqualTo(new DeadLetterReason(why.reason(), why.text()));
  }

  @Test
  void aParkedJobIsNotWrittenAgainWhileItsTargetIsMissing() {
    // Given
    var parked = parkedJob(MISSING);

    // When
    var effects = decide(parked, MISSING, DUE + PARK_MAX - 1);

    // Then
    assertThat(effects).isEmpty();
  }

  @Test
  void patienceEndsExactlyParkMaxAfterTheDueTime() {
    // Given
    var parked = job.parked(DUE + PARK_MAX, null);

    // When
    var effects = decide(parked, MISSING, DUE + PARK_MAX);

    // Then
    assertThat(dead(effects).state()).isEqualTo(JobState.DEAD);
    assertThat(dead(effects).times().wakeMs()).isEqualTo(DUE + PARK_MAX);
    assertThat(reason(effects)).isEqualTo(ReasonCode.TARGET_UNAVAILABLE);
  }

  @Test
  void aJobThatComesLaterThanItsPatienceIsNeverParked() {
    // When
    var effects = rules.decide(job, null, MISSING, true, at(DUE + PARK_MAX));

    // Then
    assertThat(effects).hasSize(1);
    assertThat(reason(effects)).isEqualTo(ReasonCode.TARGET_UNAVAILABLE);
  }

  /** A fired, moved or replaced job must not be lost because the old job is parked. */
  @ParameterizedTest
  @ValueSource(longs = {DUE, DUE + 10})
  void whatReplacesAParkedJobIsParkedInItsPlace(long newDueMs) {
    // Given
    var parked = job.parked(DUE + PARK_MAX, null);
    var news = due("a", newDueMs).changed(payload("new"), parked.times(newDueMs), DUE);
    var next = news.succeeding(parked);

    // When
    var effects = rules.decide(next, parked, MISSING, true, at(DUE + 20));

    // Then
    assertThat(effects).containsExactly(parked(next, newDueMs + PARK_MAX, MISSING, DUE + 20));
  }

  @Test
  void aBoundlessPatienceNeverEnds() {
    // Given
    var patient = new DueRules(Long.MAX_VALUE, UNRESERVED);

    // When
    var effects = patient.decide(job, job, MISSING, true, at(DUE + 1));

    // Then
    assertThat(effects).singleElement().isInstanceOf(Effect.Put.class);
    assertThat(((Effect.Put) effects.get(0)).job().state()).isEqualTo(JobState.PARKED);
  }

  @Test
  void aJobIsDeliveredAtItsExpiryAndNotLater() {
    // Given
    var expiring = expiring(DUE + 7);

    // Then
    assertThat(decide(expiring, WRITABLE, DUE + 7)).contains(new Effect.Emit(expiring, true, 2));
    assertThat(decide(expiring, WRITABLE, DUE + 8))
        .containsExactly(new Effect.End(expiring, true, EndState.EXPIRED, null));
  }

  @Test
  void anExpiredJobNeedsNoTarget() {
    // Given
    var expiring = expiring(DUE);

    // Then
    for (var target : List.of(MISSING, UNCHECKED)) {
      assertThat(decide(expiring, target, DUE + 1))
          .first()
          .isEqualTo(new Effect.End(expiring, true, EndState.EXPIRED, null));
    }
  }

  private Job expiring(long expiresMs) {
    var times = job.times().expiring(expiresMs);
    return Job.scheduled(job.id(), times, job.target(), job.payload(), job.policy());
  }

  private List<Effect> decide(Job stored, TargetAccess target, long nowMs) {
    return rules.decide(stored, stored, target, true, at(nowMs));
  }

  @Test
  void anExpiredJobThatAsksForItIsADeadLetter() {
    // Given
    var policy = new Policy(5, OnExpiry.DEAD_LETTER, null, null);
    var expiring =
        Job.scheduled(job.id(), job.times().expiring(DUE), job.target(), job.payload(), policy);

    // When
    var effects = decide(expiring, WRITABLE, DUE + 1);

    // Then
    assertThat(reason(effects)).isEqualTo(ReasonCode.EXPIRED);
  }

  @Test
  void anAcknowledgedJobIsDeliveredAndKept() {
    // Given
    var acknowledged = acknowledged(LeaseStart.DELIVERY, 2);

    // When
    var effects = decide(acknowledged, WRITABLE, DUE + 5);

    // Then
    assertThat(effects)
        .containsExactly(
            new Effect.EmitAndKeep(acknowledged.delivered(DUE + 5, DUE + 5 + LEASE), 2));
  }

  @Test
  void aHeldJobIsParkedWithoutEndWhateverItsTargetIs() {
    for (var target : List.of(WRITABLE, MISSING, UNCHECKED)) {
      // When
      var effects = rules.decide(job, null, target, false, at(DUE + PARK_MAX));

      // Then
      var put = (Effect.Put) effects.get(0);
      assertThat(put.job().times().wakeMs()).isEqualTo(Long.MAX_VALUE);
      assertThat(put.job().waiting())
          .extracting(ParkingReason::reason)
          .isEqualTo(ReasonCode.TARGET_PAUSED);
    }
  }

  @Test
  void aHeldJobThatIsParkedIsNotWrittenAgain() {
    var put = (Effect.Put) rules.decide(job, job, WRITABLE, false, at(DUE)).get(0);

    assertThat(rules.decide(put.job(), put.job(), WRITABLE, false, at(DUE + 1))).isEmpty();
  }

  @Test
  void anAttemptWhoseTimeIsOverIsFollowedByTheNextAfterItsBackoff() {
    // Given
    var ready = acknowledged(LeaseStart.DELIVERY, 2).delivered(DUE, DUE + LEASE);
    var reserved = ready.reserved(DUE + 10, DUE + LEASE);
    for (var job : List.of(ready, reserved)) {
      // When
      var effects =
          rules.decide(job, job, UNCHECKED, true, new DecisionTime(DUE, DUE + LEASE, 0.5));

      // Then
      var nextMs = DUE + LEASE + 1100;
      var next = job.retried(nextMs, AttemptEnd.TIMED_OUT, null, DUE + LEASE);
      assertThat(effects).containsExactly(new Effect.Put(next, JobEvent.TIMED_OUT));
    }
  }

  @Test
  void theLastAttemptWhoseTimeIsOverMakesADeadLetter() {
    // Given
    var last = acknowledged(LeaseStart.DELIVERY, 1).delivered(DUE, DUE + LEASE);

    // When
    var effects = decide(last, WRITABLE, DUE + LEASE);

    // Then
    assertThat(reason(effects)).isEqualTo(ReasonCode.ATTEMPTS_EXHAUSTED);
    assertThat(dead(effects).attempts().log())
        .extracting(Attempt::end)
        .containsExactly(AttemptEnd.TIMED_OUT);
  }

  @Test
  void aJobThatNobodyReservedIsDeliveredAgainAsTheSameAttempt() {
    // Given
    var ready = acknowledged(LeaseStart.RESERVE, 1).delivered(DUE, DUE + UNRESERVED);

    // When
    var effects = decide(ready, WRITABLE, DUE + UNRESERVED);

    // Then
    var again = ready.delivered(DUE + UNRESERVED, DUE + 2 * UNRESERVED);
    assertThat(effects).containsExactly(new Effect.EmitAndKeep(again, 2));
    assertThat(again.attempts().number()).isOne();
  }

  @Test
  void eachCopyThatNobodyReservedWaitsAsLongAsAllBeforeItTogether() {
    // Given
    var third = DUE + 4 * UNRESERVED;
    var copied = acknowledged(LeaseStart.RESERVE, 1).delivered(DUE, DUE + UNRESERVED);

    // When
    var effects = decide(copied, WRITABLE, third);

    // Then
    assertThat(effects)
        .containsExactly(
            new Effect.EmitAndKeep(copied.delivered(third, third + 4 * UNRESERVED), 2));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1_000_000})
  void noCopyWaitsLongerThanADay(long moreMs) {
    // Given
    var day = Duration.ofDays(1).toMillis();
    var late = DUE + day + moreMs;
    var copied = acknowledged(LeaseStart.RESERVE, 1).delivered(DUE, DUE + UNRESERVED);

    // When
    var effects = decide(copied, WRITABLE, late);

    // Then
    assertThat(effects)
        .containsExactly(new Effect.EmitAndKeep(copied.delivered(late, late + day), 2));
  }

  private static Effect parked(Job job, long untilMs, TargetAccess why, long nowMs) {
    return new Effect.Put(job.parked(untilMs, waiting(why, nowMs)), JobEvent.PARKED);
  }

  private Job parkedJob(TargetAccess why) {
    return job.parked(DUE + PARK_MAX, waiting(why, DUE));
  }

  private static ParkingReason waiting(TargetAccess access, long nowMs) {
    var why = (TargetAccess.Closed) access;
    return new ParkingReason(why.reason(), why.text(), nowMs, why.partition());
  }

  private static DecisionTime at(long nowMs) {
    return new DecisionTime(nowMs, nowMs, 0);
  }

  private Job acknowledged(LeaseStart start, int attempts) {
    var backoff = Backoff.fixed(Duration.ofSeconds(1));
    var retry = new RetryPolicy(attempts, LEASE, start, backoff);
    var policy = new Policy(5, OnExpiry.DROP, null, retry);
    return Job.scheduled(job.id(), job.times(), job.target(), job.payload(), policy);
  }

  private static Job dead(List<Effect> effects) {
    return ((Effect.DeadLetter) effects.get(0)).dead();
  }

  private static ReasonCode reason(List<Effect> effects) {
    return dead(effects).died().reason();
  }
}
