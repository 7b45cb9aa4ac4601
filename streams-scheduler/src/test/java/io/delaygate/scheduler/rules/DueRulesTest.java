package io.delaygate.scheduler.rules;

import static io.delaygate.scheduler.rules.JobExamples.TOPIC;
import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.payload;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.directory.TopicStatus;
import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
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
  private static final TopicStatus WRITABLE = new TopicStatus.Writable(3, 1_000_000);
  private static final TopicStatus MISSING = new TopicStatus.Missing();

  private final DueRules rules = new DueRules(PARK_MAX, UNRESERVED);
  private final Job job = due("a", DUE);

  @Test
  void aWritableTargetGetsTheJobBeforeTheStoreLosesIt() {
    // When
    var effects = decide(job, WRITABLE, DUE);

    // Then
    assertThat(effects).containsExactly(new Effect.Emit(job, true));
  }

  @Test
  void aJobThatWasNeverStoredIsNotRemoved() {
    // When
    var effects = rules.decide(job, null, WRITABLE, true, at(DUE)).orElseThrow();

    // Then
    assertThat(effects).containsExactly(new Effect.Emit(job, false));
  }

  @Test
  void nothingIsDecidedWhileTheDirectoryCannotBeRead() {
    // When
    var effects = rules.decide(job, job, new TopicStatus.Unreadable(), true, at(DUE + PARK_MAX));

    // Then
    assertThat(effects).isEmpty();
  }

  @Test
  void aMissingOrUnwritableTargetParksTheJobUntilItsPatienceEnds() {
    for (TopicStatus target : List.of(MISSING, new TopicStatus.Unwritable())) {
      // When
      var effects = decide(job, target, DUE);

      // Then
      assertThat(effects)
          .containsExactly(new Effect.Put(job.parked(DUE + PARK_MAX, null), JobEvent.PARKED));
    }
  }

  @Test
  void aPartitionThatDoesNotExistIsLikeAMissingTopic() {
    // Given
    var last = due("a", DUE, TOPIC, 2);
    var beyond = due("b", DUE, TOPIC, 3);

    // When
    var emitted = decide(last, WRITABLE, DUE);
    var parked = decide(beyond, WRITABLE, DUE);

    // Then
    assertThat(emitted).contains(new Effect.Emit(last, true));
    assertThat(parked)
        .containsExactly(new Effect.Put(beyond.parked(DUE + PARK_MAX, null), JobEvent.PARKED));
  }

  @Test
  void aParkedJobIsNotWrittenAgainWhileItsTargetIsMissing() {
    // Given
    var parked = job.parked(DUE + PARK_MAX, null);

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
    var effects = rules.decide(job, null, MISSING, true, at(DUE + PARK_MAX)).orElseThrow();

    // Then
    assertThat(effects).hasSize(1);
    assertThat(reason(effects)).isEqualTo(ReasonCode.TARGET_UNAVAILABLE);
  }

  @Test
  void aRecordLargerThanItsTargetTakesGoesToTheDeadLettersAtOnce() {
    // Given
    var bytes = (int) TargetCheck.deliveredBytes(job);

    // When
    var fits = decide(job, new TopicStatus.Writable(1, bytes), DUE);
    var tooLarge = decide(job, new TopicStatus.Writable(1, bytes - 1), DUE);

    // Then
    assertThat(fits).contains(new Effect.Emit(job, true));
    assertThat(reason(tooLarge)).isEqualTo(ReasonCode.RECORD_TOO_LARGE);
  }

  /** A fired, moved or replaced job is news that must not be lost because the old one is parked. */
  @ParameterizedTest
  @ValueSource(longs = {DUE, DUE + 10})
  void whatReplacesAParkedJobIsParkedInItsPlace(long newDueMs) {
    // Given
    var parked = job.parked(DUE + PARK_MAX, null);
    var news = due("a", newDueMs).changed(payload("new"), parked.times(newDueMs), DUE);
    var next = news.succeeding(parked);

    // When
    var effects = rules.decide(next, parked, MISSING, true, at(DUE + 20)).orElseThrow();

    // Then
    assertThat(effects)
        .containsExactly(new Effect.Put(next.parked(newDueMs + PARK_MAX, null), JobEvent.PARKED));
  }

  @Test
  void aBoundlessPatienceNeverEnds() {
    // Given
    var patient = new DueRules(Long.MAX_VALUE, UNRESERVED);

    // When
    var effects = patient.decide(job, job, MISSING, true, at(DUE + 1)).orElseThrow();

    // Then
    assertThat(effects).singleElement().isInstanceOf(Effect.Put.class);
    assertThat(((Effect.Put) effects.get(0)).job().state()).isEqualTo(JobState.PARKED);
  }

  @Test
  void aJobIsDeliveredAtItsExpiryAndNotLater() {
    // Given
    var expiring = expiring(DUE + 7);

    // Then
    assertThat(decide(expiring, WRITABLE, DUE + 7)).contains(new Effect.Emit(expiring, true));
    assertThat(decide(expiring, WRITABLE, DUE + 8))
        .containsExactly(new Effect.End(expiring, true, EndState.EXPIRED, null));
  }

  @Test
  void anExpiredJobNeedsNoTarget() {
    // Given
    var expiring = expiring(DUE);

    // Then
    for (TopicStatus target : List.of(MISSING, new TopicStatus.Unreadable())) {
      assertThat(decide(expiring, target, DUE + 1))
          .first()
          .isEqualTo(new Effect.End(expiring, true, EndState.EXPIRED, null));
    }
  }

  private Job expiring(long expiresMs) {
    var times = job.times().expiring(expiresMs);
    return Job.scheduled(job.id(), times, job.target(), job.payload(), job.policy());
  }

  private List<Effect> decide(Job stored, TopicStatus target, long nowMs) {
    return rules.decide(stored, stored, target, true, at(nowMs)).orElseThrow();
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
        .containsExactly(new Effect.EmitAndKeep(acknowledged.delivered(DUE + 5, DUE + 5 + LEASE)));
  }

  @Test
  void aHeldJobIsParkedWithoutEndWhateverItsTargetIs() {
    for (var target : List.of(WRITABLE, MISSING, new TopicStatus.Unreadable())) {
      // When
      var effects = rules.decide(job, null, target, false, at(DUE + PARK_MAX)).orElseThrow();

      // Then
      assertThat(effects)
          .containsExactly(new Effect.Put(job.parked(Long.MAX_VALUE, null), JobEvent.PARKED));
    }
  }

  @Test
  void aHeldJobThatIsParkedIsNotWrittenAgain() {
    var parked = job.parked(Long.MAX_VALUE, null);

    assertThat(rules.decide(parked, parked, WRITABLE, false, at(DUE))).contains(List.of());
  }

  @Test
  void anAttemptWhoseTimeIsOverIsFollowedByTheNextAfterItsBackoff() {
    // Given
    var ready = acknowledged(LeaseStart.DELIVERY, 2).delivered(DUE, DUE + LEASE);
    var reserved = ready.reserved(DUE + 10, DUE + LEASE);
    var unreadable = new TopicStatus.Unreadable();

    for (var job : List.of(ready, reserved)) {
      // When
      var effects = rules.decide(job, job, unreadable, true, new Moment(DUE, DUE + LEASE, 0.5));

      // Then
      var nextMs = DUE + LEASE + 1100;
      var next = job.retried(nextMs, AttemptEnd.TIMED_OUT, null, DUE + LEASE);
      assertThat(effects.orElseThrow()).containsExactly(new Effect.Put(next, JobEvent.TIMED_OUT));
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
    assertThat(effects).containsExactly(new Effect.EmitAndKeep(again));
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
        .containsExactly(new Effect.EmitAndKeep(copied.delivered(third, third + 4 * UNRESERVED)));
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
    assertThat(effects).containsExactly(new Effect.EmitAndKeep(copied.delivered(late, late + day)));
  }

  private static Moment at(long nowMs) {
    return new Moment(nowMs, nowMs, 0);
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
