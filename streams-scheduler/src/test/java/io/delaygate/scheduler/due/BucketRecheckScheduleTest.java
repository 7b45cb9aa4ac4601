package io.delaygate.scheduler.due;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.store.Lanes;
import io.delaygate.scheduler.store.ParkingBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BucketRecheckScheduleTest {
  private static final long NOW = 1_000_000;
  private static final long NEVER = Long.MAX_VALUE;
  private static final ParkingBucket LANE = Lanes.parked("orders", 5);

  private final BucketRecheckSchedule lanes = new BucketRecheckSchedule(1_000);

  @Test
  void aLaneIsLookedAtTwentyMillisecondsAfterItsFirstJobWasParked() {
    // When
    lanes.admit(LANE, NEVER, NOW);

    // Then
    assertThat(lanes.nextMs()).isEqualTo(NOW + 20);
    assertThat(lanes.takeDue(NOW + 19)).isEmpty();
    assertThat(lanes.takeDue(NOW + 20)).containsExactly(LANE);
    assertThat(lanes.takeDue(NOW + 20)).isEmpty();
  }

  @Test
  void whatStaysIsLookedAtEverLessOftenUpToTheLongestPause() {
    // Given
    lanes.admit(LANE, NEVER, NOW);
    var pauses = new ArrayList<Long>();
    var now = NOW;

    // When
    for (var look = 0; look < 9; look++) {
      pauses.add(lanes.nextMs() - now);
      now = lanes.nextMs();
      lanes.takeDue(now);
      lanes.stays(LANE, NEVER, now);
    }

    // Then
    assertThat(pauses)
        .containsExactlyElementsOf(List.of(20L, 40L, 80L, 160L, 320L, 640L, 1000L, 1000L, 1000L));
  }

  @Test
  void ofTwoJobsTheEarlierEndCounts() {
    // Given
    lanes.admit(LANE, NOW + 15, NOW);

    // When
    lanes.admit(LANE, NOW + 18, NOW);
    var laterIsIgnored = lanes.endMs(LANE);
    lanes.admit(LANE, NOW + 10, NOW);

    // Then
    assertThat(laterIsIgnored).isEqualTo(NOW + 15);
    assertThat(lanes.endMs(LANE)).isEqualTo(NOW + 10);
    assertThat(lanes.takeDue(NOW + 9)).isEmpty();
    assertThat(lanes.takeDue(NOW + 10)).containsExactly(LANE);
    assertThat(lanes.takeDue(NOW + 15)).as("looks that were replaced").isEmpty();
  }

  @Test
  void aJobThatIsParkedLaterDoesNotPostponeTheLook() {
    // Given
    lanes.admit(LANE, NEVER, NOW);

    // When
    lanes.admit(LANE, NEVER, NOW + 19);

    // Then
    assertThat(lanes.nextMs()).isEqualTo(NOW + 20);
  }

  @Test
  void aLaneIsLookedAtWhenItsFirstJobEndsHoweverLongItsPauseIs() {
    // Given
    settle(LANE, NEVER);
    var now = lanes.nextMs();
    lanes.takeDue(now);

    // When
    lanes.stays(LANE, now + 7, now);

    // Then
    assertThat(lanes.nextMs()).isEqualTo(now + 7);
    assertThat(lanes.takeDue(now + 6)).isEmpty();
    assertThat(lanes.takeDue(now + 7)).containsExactly(LANE);
  }

  @Test
  void aLaneThatIsToBeSeenSoonBeginsWithShortPausesAgain() {
    // Given
    settle(LANE, NEVER);
    lanes.takeDue(lanes.nextMs());

    // When
    lanes.again(LANE, NEVER, NOW + 50_000);
    var atMs = lanes.nextMs();
    lanes.takeDue(atMs);
    lanes.stays(LANE, NEVER, atMs);

    // Then
    assertThat(atMs).isEqualTo(NOW + 50_000);
    assertThat(lanes.nextMs()).isEqualTo(atMs + 40);
  }

  @Test
  void aLaneThatIsLeftIsNotLookedAtAndBeginsAnewWhenAJobIsParkedAgain() {
    // Given
    settle(LANE, NEVER);

    // When
    lanes.left(LANE);
    var next = lanes.nextMs();
    lanes.admit(LANE, NEVER, NOW + 100_000);

    // Then
    assertThat(next).isEqualTo(NEVER);
    assertThat(lanes.nextMs()).isEqualTo(NOW + 100_020);
    assertThat(lanes.isSettled(LANE, NOW + 100_000)).isFalse();
  }

  @Test
  void whatIsDueComesByPriority() {
    // Given
    var low = Lanes.parked("a", 9);
    var high = Lanes.parked("z", 0);
    lanes.admit(low, NEVER, NOW);
    lanes.admit(LANE, NEVER, NOW + 1);
    lanes.admit(high, NEVER, NOW + 2);

    // Then
    assertThat(lanes.takeDue(NOW + 22)).containsExactly(high, LANE, low);
  }

  @Test
  void aLaneIsSettledAfterThreeLooksUntilItsFirstJobEnds() {
    // Given
    lanes.admit(LANE, NEVER, NOW);
    lanes.stays(LANE, NEVER, NOW);
    lanes.stays(LANE, NEVER, NOW);
    var afterTwo = lanes.isSettled(LANE, NOW);

    // When
    lanes.stays(LANE, NOW + 500, NOW);

    // Then
    assertThat(afterTwo).isFalse();
    assertThat(lanes.isSettled(LANE, NOW + 499)).isTrue();
    assertThat(lanes.isSettled(LANE, NOW + 500)).isFalse();
    assertThat(lanes.isSettled(Lanes.parked("unknown", 5), NOW)).isFalse();
  }

  /** A look that went through all of them would take some minutes here. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aHundredThousandLanesThatWaitCostTheOneThatIsDueNothing() {
    // Given
    for (var i = 0; i < 100_000; i++) {
      var lane = Lanes.parked("missing-" + i, 5);
      lanes.admit(lane, NEVER, NOW);
      lanes.again(lane, NEVER, NOW + 10_000_000);
    }
    lanes.admit(LANE, NEVER, NOW);

    // Then
    for (var ms = 20; ms < 100_020; ms++) {
      assertThat(lanes.takeDue(NOW + ms)).isEqualTo(List.of(LANE));
      lanes.again(LANE, NEVER, NOW + ms + 1);
    }
  }

  /** Looked at until its pause is the longest. */
  private void settle(ParkingBucket lane, long endMs) {
    lanes.admit(lane, endMs, NOW);
    for (var look = 0; look < 6; look++) {
      var now = lanes.nextMs();
      lanes.takeDue(now);
      lanes.stays(lane, endMs, now);
    }
  }
}
