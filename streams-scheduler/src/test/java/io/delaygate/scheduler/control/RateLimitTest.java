package io.delaygate.scheduler.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitTest {
  private static final long START = 1_800_000_000_000L;
  private static final long LASTS_MS = 60_000;

  private final Random random = new Random(7);

  @ParameterizedTest
  @CsvSource({"2, 16", "100, 16", "100, 1", "1, 1", "7, 64", "333, 3", "5000, 16", "20000, 4"})
  void allPartitionsTogetherNeverExceedTheRateAndReachMostOfIt(int perSecond, int partitions) {
    // When
    var times = new ArrayList<Long>();
    for (var p = 0; p < partitions; p++) {
      var limit = new RateLimit(perSecond, new PartitionShare(p, partitions), START);
      drain(limit, START, START + LASTS_MS, times);
    }

    // Then
    assertThat(most(times)).isLessThanOrEqualTo(perSecond * 10);
    var reached = times.stream().filter(time -> time >= START + 10_000).count();
    assertThat(reached).isGreaterThanOrEqualTo((long) (perSecond * 50 * 0.8));
  }

  @ParameterizedTest
  @CsvSource({"100, 16", "100, 1", "5000, 16"})
  void norDoTheyWhenPartitionsMoveAllTheTime(int perSecond, int partitions) {
    // When
    var times = new ArrayList<Long>();
    for (var p = 0; p < partitions; p++) {
      var at = START;
      while (at < START + LASTS_MS) {
        var until = at + 50 + random.nextInt(5_000);
        drain(new RateLimit(perSecond, new PartitionShare(p, partitions), at), at, until, times);
        at = until;
      }
    }

    // Then
    assertThat(most(times)).isLessThanOrEqualTo(perSecond * 10);
  }

  @Test
  void aLongSilenceEarnsNoMoreThanASmallBurst() {
    // Given
    var limit = new RateLimit(100, new PartitionShare(0, 1), START);

    // When
    var times = new ArrayList<Long>();
    drain(limit, START + 3_600_000, START + 3_600_001, times);

    // Then
    assertThat(times).hasSize(20);
  }

  @Test
  void aClockThatIsSetBackFarDoesNotStopIt() {
    // Given
    var limit = new RateLimit(100, new PartitionShare(0, 1), START);
    drain(limit, START, START + 1_000, new ArrayList<>());

    // When
    var times = new ArrayList<Long>();
    drain(limit, START - 3_600_000, START - 3_599_000, times);

    // Then
    assertThat(times).hasSizeBetween(70, 100);
  }

  @Test
  void itOpensWhenItSaysSo() {
    // Given
    var limit = new RateLimit(20, new PartitionShare(0, 1), START);
    drain(limit, START, START + 5_000, new ArrayList<>());

    // When
    var opensMs = limit.opensMs();

    // Then
    assertThat(limit.isOpen(opensMs)).isTrue();
    assertThat(limit.isOpen(opensMs - 60)).isFalse();
  }

  /** Takes from the limit whenever it is open, checking it every few milliseconds. */
  private void drain(RateLimit limit, long fromMs, long toMs, List<Long> times) {
    for (var now = fromMs; now < toMs; now += 1 + random.nextInt(5)) {
      while (limit.isOpen(now)) {
        limit.take(now);
        times.add(now);
      }
    }
  }

  private static int most(List<Long> times) {
    Collections.sort(times);
    var most = 0;
    var first = 0;
    for (var last = 0; last < times.size(); last++) {
      while (times.get(last) - times.get(first) >= RateLimit.WINDOW_MS) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}
