package io.delaygate.scheduler.due;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.store.Buckets;
import io.delaygate.scheduler.store.ParkingBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BucketRecheckScheduleTest {
  private static final long NOW = 1_000_000;
  private static final long NEVER = Long.MAX_VALUE;
  private static final ParkingBucket BUCKET = Buckets.parked("orders", 5);

  private final BucketRecheckSchedule buckets = new BucketRecheckSchedule(1_000);

  @Test
  void aBucketIsLookedAtTwentyMillisecondsAfterItsFirstJobWasParked() {
    // When
    buckets.admit(BUCKET, NEVER, NOW);

    // Then
    assertThat(buckets.nextMs()).isEqualTo(NOW + 20);
    assertThat(buckets.takeDue(NOW + 19)).isEmpty();
    assertThat(buckets.takeDue(NOW + 20)).containsExactly(BUCKET);
    assertThat(buckets.takeDue(NOW + 20)).isEmpty();
  }

  @Test
  void whatStaysIsLookedAtEverLessOftenUpToTheLongestPause() {
    // Given
    buckets.admit(BUCKET, NEVER, NOW);
    var pauses = new ArrayList<Long>();
    var now = NOW;

    // When
    for (var look = 0; look < 9; look++) {
      pauses.add(buckets.nextMs() - now);
      now = buckets.nextMs();
      buckets.takeDue(now);
      buckets.stays(BUCKET, NEVER, now);
    }

    // Then
    assertThat(pauses)
        .containsExactlyElementsOf(List.of(20L, 40L, 80L, 160L, 320L, 640L, 1000L, 1000L, 1000L));
  }

  @Test
  void ofTwoJobsTheEarlierEndCounts() {
    // Given
    buckets.admit(BUCKET, NOW + 15, NOW);

    // When
    buckets.admit(BUCKET, NOW + 18, NOW);
    var laterIsIgnored = buckets.endMs(BUCKET);
    buckets.admit(BUCKET, NOW + 10, NOW);

    // Then
    assertThat(laterIsIgnored).isEqualTo(NOW + 15);
    assertThat(buckets.endMs(BUCKET)).isEqualTo(NOW + 10);
    assertThat(buckets.takeDue(NOW + 9)).isEmpty();
    assertThat(buckets.takeDue(NOW + 10)).containsExactly(BUCKET);
    assertThat(buckets.takeDue(NOW + 15)).as("looks that were replaced").isEmpty();
  }

  @Test
  void aJobThatIsParkedLaterDoesNotPostponeTheLook() {
    // Given
    buckets.admit(BUCKET, NEVER, NOW);

    // When
    buckets.admit(BUCKET, NEVER, NOW + 19);

    // Then
    assertThat(buckets.nextMs()).isEqualTo(NOW + 20);
  }

  @Test
  void aBucketIsLookedAtWhenItsFirstJobEndsHoweverLongItsPauseIs() {
    // Given
    settle(BUCKET, NEVER);
    var now = buckets.nextMs();
    buckets.takeDue(now);

    // When
    buckets.stays(BUCKET, now + 7, now);

    // Then
    assertThat(buckets.nextMs()).isEqualTo(now + 7);
    assertThat(buckets.takeDue(now + 6)).isEmpty();
    assertThat(buckets.takeDue(now + 7)).containsExactly(BUCKET);
  }

  @Test
  void aBucketThatIsToBeSeenSoonBeginsWithShortPausesAgain() {
    // Given
    settle(BUCKET, NEVER);
    buckets.takeDue(buckets.nextMs());

    // When
    buckets.again(BUCKET, NEVER, NOW + 50_000);
    var atMs = buckets.nextMs();
    buckets.takeDue(atMs);
    buckets.stays(BUCKET, NEVER, atMs);

    // Then
    assertThat(atMs).isEqualTo(NOW + 50_000);
    assertThat(buckets.nextMs()).isEqualTo(atMs + 40);
  }

  @Test
  void aBucketThatIsLeftIsNotLookedAtAndBeginsAnewWhenAJobIsParkedAgain() {
    // Given
    settle(BUCKET, NEVER);

    // When
    buckets.left(BUCKET);
    var next = buckets.nextMs();
    buckets.admit(BUCKET, NEVER, NOW + 100_000);

    // Then
    assertThat(next).isEqualTo(NEVER);
    assertThat(buckets.nextMs()).isEqualTo(NOW + 100_020);
    assertThat(buckets.isSettled(BUCKET, NOW + 100_000)).isFalse();
  }

  @Test
  void whatIsDueComesByPriority() {
    // Given
    var low = Buckets.parked("a", 9);
    var high = Buckets.parked("z", 0);
    buckets.admit(low, NEVER, NOW);
    buckets.admit(BUCKET, NEVER, NOW + 1);
    buckets.admit(high, NEVER, NOW + 2);

    // Then
    assertThat(buckets.takeDue(NOW + 22)).containsExactly(high, BUCKET, low);
  }

  @Test
  void aBucketIsSettledAfterThreeLooksUntilItsFirstJobEnds() {
    // Given
    buckets.admit(BUCKET, NEVER, NOW);
    buckets.stays(BUCKET, NEVER, NOW);
    buckets.stays(BUCKET, NEVER, NOW);
    var afterTwo = buckets.isSettled(BUCKET, NOW);

    // When
    buckets.stays(BUCKET, NOW + 500, NOW);

    // Then
    assertThat(afterTwo).isFalse();
    assertThat(buckets.isSettled(BUCKET, NOW + 499)).isTrue();
    assertThat(buckets.isSettled(BUCKET, NOW + 500)).isFalse();
    assertThat(buckets.isSettled(Buckets.parked("unknown", 5), NOW)).isFalse();
  }

  /** A linear search through all buckets would take some minutes here. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aHundredThousandBucketsThatWaitCostTheOneThatIsDueNothing() {
    // Given
    for (var i = 0; i < 100_000; i++) {
      var bucket = Buckets.parked("missing-" + i, 5);
      buckets.admit(bucket, NEVER, NOW);
      buckets.again(bucket, NEVER, NOW + 10_000_000);
    }
    buckets.admit(BUCKET, NEVER, NOW);

    // Then
    for (var ms = 20; ms < 100_020; ms++) {
      assertThat(buckets.takeDue(NOW + ms)).isEqualTo(List.of(BUCKET));
      buckets.again(BUCKET, NEVER, NOW + ms + 1);
    }
  }

  /** Rechecks the bucket until its pause has the greatest length. */
  private void settle(ParkingBucket bucket, long endMs) {
    buckets.admit(bucket, endMs, NOW);
    for (var look = 0; look < 6; look++) {
      var now = buckets.nextMs();
      buckets.takeDue(now);
      buckets.stays(bucket, endMs, now);
    }
  }
}
