package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.ops.RecentEmissions.Part;
import org.junit.jupiter.api.Test;

class RecentEmissionsTest {
  private static final long NOW = 1_000_000_000_000L;

  private final RecentEmissions recent = new RecentEmissions();

  @Test
  void jobsStandInThePartOfTheirLateness() {
    for (var latenessMs : new long[] {0, 1, 2, 7, 3_600_001}) {
      recent.add(NOW, latenessMs);
    }

    var parts = recent.seen(NOW).parts();

    assertThat(parts).hasSize(17);
    assertThat(parts.stream().filter(part -> part.jobs() > 0))
        .containsExactly(
            new Part(1, 2), new Part(2, 1), new Part(10, 1), new Part(Long.MAX_VALUE, 1));
  }

  @Test
  void aJobIsSeenForAMinute() {
    recent.add(NOW, 0);

    assertThat(seen(NOW + 59_999)).isEqualTo(1);
    assertThat(seen(NOW + 60_000)).isZero();
  }

  @Test
  void whatIsOlderThanAMinuteMakesRoom() {
    recent.add(NOW, 0);
    recent.add(NOW + 60_000, 0);

    assertThat(seen(NOW + 60_000)).isEqualTo(1);
  }

  @Test
  void aClockThatStepsBackHidesWhatWouldBeOfTheFuture() {
    recent.add(NOW, 0);

    assertThat(seen(NOW - 5_000)).isZero();
  }

  private long seen(long nowMs) {
    return recent.seen(nowMs).parts().stream().mapToLong(Part::jobs).sum();
  }
}
