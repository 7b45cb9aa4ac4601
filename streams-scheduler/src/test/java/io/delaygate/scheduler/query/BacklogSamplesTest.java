package io.delaygate.scheduler.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the rate at which overdue jobs become fewer. */
class BacklogSamplesTest {
  private static final long NOW = 1_000_000;

  private final BacklogSamples samples = new BacklogSamples();

  @Test
  void theRateIsThatSinceTheOldestSampleOfAMinute() {
    samples.add(NOW, Map.of(0, 9_999_999L, 1, 0L));
    samples.add(NOW + 6_000, Map.of(0, 600L, 1, 600L));
    samples.add(NOW + 16_000, Map.of(0, 10L, 1, 10L));

    assertThat(samples.drainPerSecond(NOW + 66_000, Map.of(0, 0L, 1, 600L))).hasValue(10);
  }

  @Test
  void aBacklogThatGrowsHasANegativeRate() {
    samples.add(NOW, Map.of(0, 0L));

    assertThat(samples.drainPerSecond(NOW + 10_000, Map.of(0, 50L))).hasValue(-5);
  }

  @Test
  void nothingIsSaidOfAPartitionThatHasJustCome() {
    samples.add(NOW, Map.of(0, 10L));

    assertThat(samples.drainPerSecond(NOW + 10_000, Map.of(0, 0L, 1, 5L))).isEmpty();
  }

  @Test
  void nothingIsSaidBeforeFiveSeconds() {
    samples.add(NOW, Map.of(0, 10L));

    assertThat(samples.drainPerSecond(NOW + 4_999, Map.of(0, 0L))).isEmpty();
    assertThat(samples.drainPerSecond(NOW + 5_000, Map.of(0, 0L))).hasValue(2);
  }

  @Test
  void samplesOfAClockThatSteppedBackAreForgotten() {
    samples.add(NOW, Map.of(0, 10L));

    assertThat(samples.drainPerSecond(NOW - 10_000, Map.of(0, 0L))).isEmpty();
    assertThat(samples.drainPerSecond(NOW + 10_000, Map.of(0, 0L))).isEmpty();
  }
}
