package io.delaygate.scheduler.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private static final TopicPartition BROKEN = new TopicPartition("orders", 3);
  private static final TopicPartition OTHER = new TopicPartition("orders", 4);
  private static final JobId JOB = new JobId("a");
  private static final JobId NEXT = new JobId("b");
  private static final SendError UNKNOWN = SendError.of(new IllegalStateException("unheard of"));
  private static final SendError RECORD = SendError.of(new PolicyViolationException("not this"));
  private static final long NOW = 1_000_000;

  private final CircuitBreaker breaker = new CircuitBreaker();

  @Test
  void onlyTheRefusedPartitionIsStopped() {
    // When
    breaker.refused(partition(ReasonCode.TARGET_NO_LEADER), NOW);

    // Then
    assertThat(breaker.passage(BROKEN, JOB, NOW)).isInstanceOf(BreakerDecision.Stopped.class);
    assertThat(breaker.passage(OTHER, JOB, NOW)).isEqualTo(BreakerDecision.FREE);
    assertThat(breaker.of("orders", null))
        .hasValueSatisfying(why -> assertThat(why.reason()).isEqualTo(ReasonCode.TARGET_NO_LEADER));
    assertThat(breaker.of("orders", 4)).isEmpty();
  }

  @Test
  void aTrialIsDueAfterThePauseAndOnlyOneAtATime() {
    // Given
    breaker.refused(partition(ReasonCode.TARGET_REFUSED), NOW);
    var dueMs = NOW + Circuit.FIRST_PAUSE_MS;

    // Then
    assertThat(breaker.beginTrial(BROKEN, JOB, dueMs - 1)).isFalse();
    assertThat(breaker.beginTrial(BROKEN, JOB, dueMs)).isTrue();
    assertThat(breaker.beginTrial(BROKEN, NEXT, dueMs)).isFalse();
  }

  @Test
  void anAcceptedTrialLetsRecordsPassAndACommitForgetsNothingButTheObstacle() {
    // Given
    breaker.refused(partition(ReasonCode.TARGET_REFUSED), NOW);
    breaker.beginTrial(BROKEN, JOB, NOW + 500);

    // When
    breaker.trialAccepted(BROKEN, JOB);
    var afterTrial = breaker.passage(BROKEN, JOB, NOW + 510);
    breaker.committed(Set.of(BROKEN), NOW + 520);
    breaker.refused(partition(ReasonCode.TARGET_REFUSED), NOW + 530);

    // Then
    assertThat(afterTrial).isEqualTo(BreakerDecision.FREE);
    assertThat(nextTryMs()).isEqualTo(NOW + 530 + 2 * Circuit.FIRST_PAUSE_MS);
  }

  @Test
  void aReplyThatIsRefusedAloneSpeaksOfItsPartition() {
    // Given
    breaker.refused(partition(ReasonCode.TARGET_REFUSED), NOW);
    breaker.beginTrial(BROKEN, null, NOW + 500);

    // When
    breaker.trialRefused(BROKEN, null, RECORD, "not this", NOW + 505);
    var refused = breaker.passage(BROKEN, null, NOW + 506);
    var nextMs = nextTryMs();
    breaker.beginTrial(BROKEN, null, nextMs);
    breaker.trialFailed(BROKEN, null, nextMs);
    var again = breaker.beginTrial(BROKEN, null, nextTryMs());
    breaker.trialAccepted(BROKEN, null);

    // Then
    assertThat(refused).isInstanceOf(BreakerDecision.Stopped.class);
    assertThat(nextMs).isEqualTo(NOW + 505 + 2 * Circuit.FIRST_PAUSE_MS);
    assertThat(again).isTrue();
    assertThat(breaker.passage(BROKEN, null, nextMs)).isEqualTo(BreakerDecision.FREE);
  }

  @Test
  void pausesGrowToTheLongestAndAreForgottenAfterAWhile() {
    // Given
    var now = NOW;
    for (var i = 0; i < 10; i++) {
      breaker.refused(partition(ReasonCode.TARGET_REFUSED), now);
      now = nextTryMs();
    }
    var longest = now - NOW;

    // When
    breaker.trialAccepted(BROKEN, JOB);
    breaker.committed(Set.of(BROKEN), now);
    breaker.committed(Set.of(BROKEN), now + Circuit.MEMORY_MS);

    // Then
    assertThat(longest).isEqualTo(500 + 1_000 + 2_000 + 4_000 + 6 * 5_000);
    assertThat(breaker.isQuiet()).isTrue();
  }

  @Test
  void aRefusedRecordIsTriedAloneWhileThoseBehindItPass() {
    // When
    breaker.refused(record(), NOW);

    // Then
    var stopped = (BreakerDecision.Stopped) breaker.passage(BROKEN, JOB, NOW);
    assertThat(stopped.isOfJob()).isTrue();
    assertThat(stopped.isTrialDue()).isTrue();
    assertThat(breaker.passage(BROKEN, NEXT, NOW)).isEqualTo(BreakerDecision.FREE);
  }

  @Test
  void aRecordIsCondemnedOnlyWhenItWasRefusedAgainAlone() {
    // Given
    breaker.refused(record(), NOW);
    var once = breaker.passage(BROKEN, JOB, NOW);

    // When
    breaker.beginTrial(BROKEN, JOB, NOW);
    breaker.trialRefused(BROKEN, JOB, RECORD, "the broker's words", NOW + 5);

    // Then
    assertThat(once).isNotInstanceOf(BreakerDecision.Condemned.class);
    var condemned = (BreakerDecision.Condemned) breaker.passage(BROKEN, JOB, NOW + 6);
    assertThat(condemned.why().text()).isEqualTo("the broker's words");
  }

  @Test
  void aRecordThatIsRefusedInATrialForTheFirstTimeGetsAnotherAndItsPartitionGoesOn() {
    // Given
    breaker.refused(partition(ReasonCode.TARGET_TIMED_OUT), NOW);
    breaker.beginTrial(BROKEN, JOB, NOW + 500);

    // When
    breaker.trialRefused(BROKEN, JOB, RECORD, "not this", NOW + 505);

    // Then
    assertThat(breaker.passage(BROKEN, JOB, NOW + 506)).isInstanceOf(BreakerDecision.Stopped.class);
    assertThat(breaker.passage(BROKEN, NEXT, NOW + 506)).isEqualTo(BreakerDecision.FREE);
  }

  /** Otherwise a job that is always refused would delay the others of its partition. */
  @Test
  void anUnknownErrorOfAJobThatIsTriedAloneDoesNotStopItsPartitionAgain() {
    // Given
    breaker.refused(
        new RefusedSend(Set.of(BROKEN), Set.of(JOB), false, ReasonCode.TARGET_REFUSED, "?"), NOW);
    breaker.beginTrial(BROKEN, NEXT, NOW + 500);
    breaker.trialAccepted(BROKEN, NEXT);

    // When
    breaker.beginTrial(BROKEN, JOB, NOW + 500);
    breaker.trialRefused(BROKEN, JOB, UNKNOWN, "?", NOW + 505);

    // Then
    assertThat(breaker.passage(BROKEN, NEXT, NOW + 506)).isEqualTo(BreakerDecision.FREE);
    assertThat(breaker.passage(BROKEN, JOB, NOW + 506)).isInstanceOf(BreakerDecision.Stopped.class);
  }

  @Test
  void whatFailedTogetherRidesAloneUntilItIsKnownWhoItWas() {
    // Given
    breaker.rideAlone(Set.of(BROKEN, OTHER), "failed", NOW);

    // When
    var first = breaker.passage(OTHER, JOB, NOW);
    var second = breaker.passage(BROKEN, JOB, NOW);
    breaker.committed(Set.of(OTHER), NOW + 1);
    var next = breaker.passage(BROKEN, JOB, NOW + 2);

    // Then
    assertThat(first).isEqualTo(BreakerDecision.FREE);
    assertThat(second).isInstanceOf(BreakerDecision.Stopped.class);
    assertThat(next).isEqualTo(BreakerDecision.FREE);
    assertThat(breaker.riding()).contains(BROKEN);
    assertThat(breaker.passage(OTHER, JOB, NOW + 2)).isEqualTo(BreakerDecision.FREE);
  }

  private long nextTryMs() {
    return breaker.of("orders", 3).orElseThrow().nextTryMs();
  }

  private static RefusedSend partition(ReasonCode reason) {
    return new RefusedSend(Set.of(BROKEN), Set.of(), false, reason, "words");
  }

  private static RefusedSend record() {
    return new RefusedSend(Set.of(BROKEN), Set.of(JOB), true, ReasonCode.TARGET_REFUSED, "words");
  }
}
