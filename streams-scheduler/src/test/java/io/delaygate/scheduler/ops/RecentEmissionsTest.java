package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.ops.RecentEmissions.Flow;
import io.delaygate.scheduler.ops.RecentEmissions.Part;
import org.junit.jupiter.api.Test;

/** Tests of the emissions of the last minute. */
class RecentEmissionsTest {
  private static final long NOW = 1_000_000_020_000L;
  private static final long HOUR_MS = 3_600_000;

  private final RecentEmissions recent = new RecentEmissions(NOW - HOUR_MS);

  @Test
  void jobsStandInThePartOfTheirLatenessForOlderGateways() {
    for (var latenessMs : new long[] {0, 1, 2, 7, 3_700_000}) {
      recent.add(NOW, latenessMs);
    }

    var parts = recent.seen(NOW).parts();

    assertThat(parts).hasSize(17);
    assertThat(parts.stream().filter(part -> part.jobs() > 0))
        .containsExactly(
            new Part(1, 2), new Part(2, 1), new Part(10, 1), new Part(Long.MAX_VALUE, 1));
  }

  /** Percentiles that were interpolated said 9.9 minutes. */
  @Test
  void noPercentileIsAboveTheLargestLateness() {
    // Given
    for (var i = 0; i < 100; i++) {
      recent.add(NOW + i, 239_000 + i * 10);
    }

    // When
    var lateness = recent.seen(NOW).lateness();

    // Then
    assertThat(lateness.maxMs()).isEqualTo(239_990);
    assertThat(lateness.percentileMs(99)).isBetween(239_000L, 239_990L);
    assertThat(lateness.percentileMs(100)).isEqualTo(239_990);
  }

  @Test
  void jobsThatAreYearsLateAreCountedAsSuch() {
    // Given
    var yearMs = 365L * 24 * HOUR_MS;
    recent.add(NOW, 1);
    recent.add(NOW, 31 * yearMs);
    recent.add(NOW, Long.MAX_VALUE);

    // When
    var lateness = recent.seen(NOW).lateness();

    // Then
    assertThat(lateness.jobs()).isEqualTo(3);
    assertThat((double) lateness.percentileMs(50)).isBetween(31 * yearMs * .99, 31 * yearMs * 1.01);
    assertThat(lateness.maxMs()).isEqualTo(100 * yearMs);
  }

  @Test
  void aJobIsSeenForAMinute() {
    recent.add(NOW, 0);

    assertThat(seen(NOW + 59_999)).isEqualTo(1);
    assertThat(seen(NOW + 60_000)).isZero();
  }

  @Test
  void whatIsOlderThanTheRingMakesRoom() {
    recent.add(NOW, 0);
    recent.add(NOW + 90_000, 0);

    assertThat(seen(NOW + 90_000)).isEqualTo(1);
  }

  @Test
  void aClockThatStepsBackHidesWhatWouldBeOfTheFuture() {
    recent.add(NOW, 0);

    assertThat(seen(NOW - 5_000)).isZero();
  }

  @Test
  void afterAStartTheWindowIsAsLongAsTheInstanceRuns() {
    var young = new RecentEmissions(NOW);

    assertThat(young.seen(NOW).overMs()).isEqualTo(1_000);
    assertThat(young.seen(NOW + 20_000).overMs()).isEqualTo(20_000);
    assertThat(young.seen(NOW + HOUR_MS).overMs()).isEqualTo(60_000);
  }

  @Test
  void aMinuteIsSummedUpToHalfAMinuteAfterItsEnd() {
    // Given: in the first and the last millisecond, and in those around
    var end = NOW / 60_000 * 60_000 + 60_000;
    for (var atMs : new long[] {end - 60_001, end - 60_000, end - 1, end, end + 29_000}) {
      recent.add(atMs, 5);
      recent.add(atMs, Flow.SCHEDULED);
    }
    recent.add(end - 30_000, Flow.REJECTED);
    recent.add(end - 30_000, Flow.DEAD);

    // When
    var minute = recent.minute(end);

    // Then
    assertThat(minute.lateness().jobs()).isEqualTo(2);
    assertThat(minute.scheduled()).isEqualTo(2);
    assertThat(minute.rejected()).isEqualTo(1);
    assertThat(minute.dead()).isEqualTo(1);
  }

  private long seen(long nowMs) {
    return recent.seen(nowMs).lateness().jobs();
  }
}
