package io.delaygate.schemas.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttemptsTest {
  private static final DeadLetterReason WHY =
      new DeadLetterReason(ReasonCode.BURIED, "it was too much");

  private static final Job JOB =
      Job.scheduled(
          new JobId("order-4711"),
          JobTimes.due(100, 200),
          new Target("orders", null, null),
          new Payload(null, List.of()),
          new Policy(5, OnExpiry.DROP, null, RetryPolicy.USUAL));

  @Test
  void aDeliveryBeginsAnAttemptWithALeaseOfItsOwn() {
    // When
    var ready = JOB.delivered(205, 1205);

    // Then
    assertThat(ready.state()).isEqualTo(JobState.READY);
    assertThat(ready.version()).isEqualTo(2);
    assertThat(ready.times().wakeMs()).isEqualTo(1205);
    assertThat(ready.times().dueMs()).isEqualTo(200);
    assertThat(ready.attempts().number()).isOne();
    assertThat(ready.attempts().log()).containsExactly(new Attempt(1, 205, 0, 0, null, null));
  }

  @Test
  void aNoteIsKeptLikeAFailureButIsNone() {
    // When
    var noted =
        JOB.delivered(205, 1205).attempts().ended(AttemptEnd.FINISHED, "n".repeat(257), 300);
    var failed = JOB.delivered(205, 1205).attempts().ended(AttemptEnd.RELEASED, "oh", 300);

    // Then
    assertThat(noted.log().get(0).note()).isEqualTo("n".repeat(256));
    assertThat(noted.log().get(0).failure()).isNull();
    assertThat(noted.lastFailure()).isNull();
    assertThat(failed.log().get(0).note()).isNull();
    assertThat(failed.lastFailure()).isEqualTo("oh");
  }

  @Test
  void everyDeliveryAndReservationChangesTheLease() {
    // Given
    var first = JOB.delivered(205, 1205);
    var reserved = first.reserved(300, 1300);
    var again = reserved.retried(2000, AttemptEnd.RELEASED, null, 400).delivered(2000, 3000);
    var handedOutTwice = first.delivered(1205, 2205);
    var replaced = JOB.succeeding(again).delivered(4000, 5000);

    // Then
    assertThat(List.of(first, reserved, again, replaced))
        .extracting(Job::lease)
        .doesNotHaveDuplicates();
    assertThat(handedOutTwice.lease()).isNotEqualTo(first.lease());
    assertThat(reserved.extended(9000).lease()).isEqualTo(reserved.lease());
  }

  @Test
  void anAttemptThatNobodyReservedIsDeliveredAgainAsTheSame() {
    // When
    var again = JOB.delivered(205, 1205).delivered(1205, 2205);

    // Then
    assertThat(again.attempts().number()).isOne();
    assertThat(again.attempts().log()).hasSize(1);
  }

  @Test
  void aFailedAttemptSaysWhatHappenedToIt() {
    // When
    var failed =
        JOB.delivered(205, 1205)
            .reserved(210, 1210)
            .retried(900, AttemptEnd.RELEASED, "no route", 400);

    // Then
    assertThat(failed.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(failed.times()).isEqualTo(new JobTimes(100, 900, 900, JobTimes.NEVER));
    assertThat(failed.attempts().log())
        .containsExactly(new Attempt(1, 205, 210, 400, AttemptEnd.RELEASED, "no route"));
    assertThat(failed.attempts().lastFailure()).isEqualTo("no route");
    assertThat(failed.attempts().firstDeliveredMs()).isEqualTo(205);
  }

  @Test
  void anAttemptThatWasHandedBackDoesNotCount() {
    // Given
    var reserved = JOB.delivered(205, 1205).reserved(210, 1210);

    // When
    var back = reserved.handedBack(300);
    var again = back.delivered(301, 1301);

    // Then
    assertThat(back.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(back.times().wakeMs()).isEqualTo(300);
    assertThat(again.attempts().number()).isOne();
    assertThat(again.attempts().log())
        .containsExactly(
            new Attempt(1, 205, 210, 300, AttemptEnd.HANDED_BACK, null),
            new Attempt(1, 301, 0, 0, null, null));
    assertThat(again.lease()).isNotEqualTo(reserved.lease());
  }

  @Test
  void theLastFailureOutlivesAttemptsThatSayNothing() {
    // When
    var job =
        JOB.delivered(205, 1205)
            .retried(900, AttemptEnd.RELEASED, "no route", 400)
            .delivered(900, 1900)
            .retried(2900, AttemptEnd.TIMED_OUT, null, 1900);

    // Then
    assertThat(job.attempts().lastFailure()).isEqualTo("no route");
  }

  @Test
  void theLogKeepsTheLastTwenty() {
    // Given
    var job = JOB;

    // When
    for (var i = 1; i <= 25; i++) {
      job = job.delivered(i * 1000L, i * 1000L + 10).retried(0, AttemptEnd.TIMED_OUT, null, 0);
    }

    // Then
    assertThat(job.attempts().number()).isEqualTo(25);
    assertThat(job.attempts().firstDeliveredMs()).isEqualTo(1000);
    assertThat(job.attempts().log()).hasSize(Attempts.LOGGED);
    assertThat(job.attempts().log().get(0).number()).isEqualTo(6);
    assertThat(job.attempts().log().get(19).number()).isEqualTo(25);
  }

  @Test
  void attemptsAreUsedUp() {
    // Given
    var retry = new RetryPolicy(2, 1, LeaseStart.DELIVERY, backoff());
    var policy = new Policy(5, OnExpiry.DROP, null, retry);
    var job = Job.scheduled(JOB.id(), JOB.times(), JOB.target(), JOB.payload(), policy);

    // When
    var first = job.delivered(205, 206);
    var second = first.retried(300, AttemptEnd.TIMED_OUT, null, 206).delivered(300, 301);

    // Then
    assertThat(first.hasAttemptLeft()).isTrue();
    assertThat(second.hasAttemptLeft()).isFalse();
    assertThat(
            second
                .dead(WHY, AttemptEnd.BURIED, null, 305)
                .kicked(400, null, JobTimes.NEVER)
                .hasAttemptLeft())
        .isTrue();
  }

  @Test
  void withoutALimitTheyAreNeverUsedUpAndTheirNumberDoesNotOverflow() {
    // Given
    var last = new Attempts(Integer.MAX_VALUE, 100, 7, List.of());
    var policy = JOB.policy().withMaxAttempts(RetryPolicy.UNLIMITED);
    var job =
        new Job(
            JOB.id(),
            JobState.SCHEDULED,
            8,
            JOB.times(),
            JOB.target(),
            JOB.payload(),
            policy,
            last,
            null,
            null,
            false,
            JobChanges.NONE);

    // When
    var delivered = job.delivered(205, 206);

    // Then
    assertThat(job.hasAttemptLeft()).isTrue();
    assertThat(delivered.hasAttemptLeft()).isTrue();
    assertThat(delivered.attempts().number()).isEqualTo(Integer.MAX_VALUE);
    assertThat(RetryPolicy.USUAL.backoff().waitMs(Integer.MAX_VALUE, 0)).isEqualTo(3_600_000);
  }

  @Test
  void aDeadLetterKnowsWhenAndWhyAndAKickForgetsIt() {
    // Given
    var expiring =
        Job.scheduled(
            JOB.id(), JOB.times().expiring(5000), JOB.target(), JOB.payload(), JOB.policy());

    // When
    var dead = expiring.delivered(205, 1205).dead(WHY, AttemptEnd.BURIED, "no", 500);
    var kicked = dead.kicked(9000, null, JobTimes.NEVER);

    // Then
    assertThat(dead.state()).isEqualTo(JobState.DEAD);
    assertThat(dead.times().wakeMs()).isEqualTo(500);
    assertThat(dead.died()).isEqualTo(WHY);
    assertThat(kicked.death()).isNull();
    assertThat(kicked.times()).isEqualTo(new JobTimes(100, 9000, 9000, JobTimes.NEVER));
    assertThat(kicked.attempts().number()).isZero();
    assertThat(kicked.attempts().log()).isEqualTo(dead.attempts().log());
  }

  @Test
  void aKickGivesOtherAttemptsAndAnEnd() {
    var dead = JOB.delivered(205, 1205).dead(WHY, AttemptEnd.BURIED, "no", 500);

    var kicked = dead.kicked(9000, 1, 9500);

    assertThat(kicked.times().expiresMs()).isEqualTo(9500);
    assertThat(kicked.delivered(9001, 9100).hasAttemptLeft()).isFalse();
    assertThat(kicked.policy().withMaxAttempts(3)).isEqualTo(JOB.policy().withMaxAttempts(3));
  }

  @Test
  void aJobThatIsMovedIsTakenFromItsWorker() {
    // Given
    var reserved = JOB.delivered(205, 1205).reserved(210, 1210);

    // When
    var moved = reserved.dueAt(5000, 300);

    // Then
    assertThat(moved.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(moved.attempts().log()).extracting(Attempt::end).containsOnly(AttemptEnd.WITHDRAWN);
  }

  @Test
  void aNewPayloadLeavesAJobWithItsWorker() {
    // Given
    var reserved = JOB.delivered(205, 1205).reserved(210, 1210);

    // When
    var changed = reserved.changed(new Payload(new byte[1], List.of()), reserved.times(), 300);

    // Then
    assertThat(changed.state()).isEqualTo(JobState.RESERVED);
    assertThat(changed.lease()).isEqualTo(reserved.lease());
    assertThat(changed.attempts()).isEqualTo(reserved.attempts());
  }

  @ParameterizedTest
  @CsvSource({"9000, 1205", "1000, 1001", "9223372036854775807, 1205"})
  void aLeaseEndsWithTheJobsExpiryAtTheLatest(long expiresMs, long wakeMs) {
    // Given
    var times = JOB.times().expiring(expiresMs);
    var job = Job.scheduled(JOB.id(), times, JOB.target(), JOB.payload(), JOB.policy());

    // Then
    assertThat(job.delivered(205, 1205).times().wakeMs()).isEqualTo(wakeMs);
  }

  @ParameterizedTest
  @CsvSource({
    "x, 256, 256",
    "x, 257, 256",
    "\u20ac, 85, 255",
    "\u20ac, 86, 255",
    "\ud83d\ude00, 65, 256"
  })
  void whatIsKeptOfAFailureAreWholeCharacters(String character, int times, int bytes) {
    // When
    var failure =
        JOB.delivered(1, 2)
            .retried(3, AttemptEnd.RELEASED, character.repeat(times), 2)
            .attempts()
            .lastFailure();

    // Then
    var kept = Objects.requireNonNull(failure);
    assertThat(kept).matches("(" + character + ")+");
    assertThat(kept.getBytes(StandardCharsets.UTF_8)).hasSize(bytes);
  }

  private static Backoff backoff() {
    return new Backoff(0, 1, 0, 0);
  }
}
