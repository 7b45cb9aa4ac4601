package io.delaygate.scheduler.rules;

import static io.delaygate.scheduler.rules.JobExamples.TOPIC;
import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.payload;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.directory.TopicStatus;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryRulesTest {
  private static final long DUE = 2_000_000;
  private static final long PARK_MAX = 60_000;
  private static final TopicStatus WRITABLE = new TopicStatus.Writable(3, 1_000_000);
  private static final TopicStatus MISSING = new TopicStatus.Missing();

  private final DeliveryRules rules = new DeliveryRules(PARK_MAX);
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
    var effects = rules.decide(job, null, WRITABLE, DUE).orElseThrow();

    // Then
    assertThat(effects).containsExactly(new Effect.Emit(job, false));
  }

  @Test
  void nothingIsDecidedWhileTheDirectoryCannotBeRead() {
    // When
    var effects = rules.decide(job, job, new TopicStatus.Unreadable(), DUE + PARK_MAX);

    // Then
    assertThat(effects).isEmpty();
  }

  @Test
  void aMissingOrUnwritableTargetParksTheJobUntilItsPatienceEnds() {
    for (TopicStatus target : List.of(MISSING, new TopicStatus.Unwritable())) {
      // When
      var effects = decide(job, target, DUE);

      // Then
      assertThat(effects).containsExactly(new Effect.Put(job.parked(DUE + PARK_MAX)));
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
    assertThat(parked).containsExactly(new Effect.Put(beyond.parked(DUE + PARK_MAX)));
  }

  @Test
  void aParkedJobIsNotWrittenAgainWhileItsTargetIsMissing() {
    // Given
    var parked = job.parked(DUE + PARK_MAX);

    // When
    var effects = decide(parked, MISSING, DUE + PARK_MAX - 1);

    // Then
    assertThat(effects).isEmpty();
  }

  @Test
  void patienceEndsExactlyParkMaxAfterTheDueTime() {
    // Given
    var parked = job.parked(DUE + PARK_MAX);

    // When
    var effects = decide(parked, MISSING, DUE + PARK_MAX);

    // Then
    assertThat(((Effect.DeadLetter) effects.get(0)).isStored()).isTrue();
    assertThat(reason(effects)).isEqualTo(ReasonCode.TARGET_UNAVAILABLE);
  }

  @Test
  void aJobThatComesLaterThanItsPatienceIsNeverParked() {
    // When
    var effects = rules.decide(job, null, MISSING, DUE + PARK_MAX).orElseThrow();

    // Then
    assertThat(effects).hasSize(1);
    assertThat(reason(effects)).isEqualTo(ReasonCode.TARGET_UNAVAILABLE);
  }

  @Test
  void aRecordLargerThanItsTargetTakesGoesToTheDeadLettersAtOnce() {
    // Given
    var bytes = (int) TargetCheck.deliveredBytes(job.id(), job.target(), job.payload());

    // When
    var fits = decide(job, new TopicStatus.Writable(1, bytes), DUE);
    var tooLarge = decide(job, new TopicStatus.Writable(1, bytes - 1), DUE);

    // Then
    assertThat(fits).contains(new Effect.Emit(job, true));
    assertThat(reason(tooLarge)).isEqualTo(ReasonCode.RECORD_TOO_LARGE);
    assertThat(((Effect.DeadLetter) tooLarge.get(0)).isStored()).isTrue();
  }

  /** A fired, moved or replaced job is news that must not be lost because the old one is parked. */
  @ParameterizedTest
  @ValueSource(longs = {DUE, DUE + 10})
  void whatReplacesAParkedJobIsParkedInItsPlace(long newDueMs) {
    // Given
    var parked = job.parked(DUE + PARK_MAX);
    var news = due("a", newDueMs).changed(payload("new"), parked.times(newDueMs));
    var next = news.succeeding(parked);

    // When
    var effects = rules.decide(next, parked, MISSING, DUE + 20).orElseThrow();

    // Then
    assertThat(effects).containsExactly(new Effect.Put(next.parked(newDueMs + PARK_MAX)));
  }

  @Test
  void aBoundlessPatienceNeverEnds() {
    // Given
    var patient = new DeliveryRules(Long.MAX_VALUE);

    // When
    var effects = patient.decide(job, job, MISSING, DUE + 1).orElseThrow();

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
        .containsExactly(new Effect.End(expiring, true, EndState.EXPIRED));
  }

  @Test
  void anExpiredJobNeedsNoTarget() {
    // Given
    var expiring = expiring(DUE);

    // Then
    for (TopicStatus target : List.of(MISSING, new TopicStatus.Unreadable())) {
      assertThat(decide(expiring, target, DUE + 1))
          .first()
          .isEqualTo(new Effect.End(expiring, true, EndState.EXPIRED));
    }
  }

  private Job expiring(long expiresMs) {
    var times = job.times().expiring(expiresMs);
    return Job.scheduled(job.id(), times, job.target(), job.payload(), job.policy());
  }

  private List<Effect> decide(Job stored, TopicStatus target, long nowMs) {
    return rules.decide(stored, stored, target, nowMs).orElseThrow();
  }

  private static ReasonCode reason(List<Effect> effects) {
    return ((Effect.DeadLetter) effects.get(0)).why().reason();
  }
}
