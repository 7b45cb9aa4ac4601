package io.delaygate.schemas.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
  private static final double ALMOST_ONE = Math.nextDown(1.0);

  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 2000", "3, 4000", "12, 2048000", "13, 3600000", "2000000000, 3600000"})
  void eachWaitIsTwiceTheOneBeforeUpToTheLongest(int attempt, long waitMs) {
    var backoff = Backoff.exponential(Duration.ofSeconds(1), Duration.ofHours(1)).withJitter(0);

    assertThat(backoff.waitMs(attempt, ALMOST_ONE)).isEqualTo(waitMs);
  }

  @Test
  void fixedWaitsAreOfOneLength() {
    var backoff = Backoff.fixed(Duration.ofSeconds(5)).withJitter(0);

    assertThat(backoff.waitMs(1, 0)).isEqualTo(backoff.waitMs(9, 0)).isEqualTo(5_000);
  }

  @Test
  void jitterIsOnlyAdded() {
    var backoff = Backoff.fixed(Duration.ofSeconds(5));

    assertThat(backoff.waitMs(1, 0)).isEqualTo(5_000);
    assertThat(backoff.waitMs(1, 0.5)).isEqualTo(5_500);
    assertThat(backoff.waitMs(1, ALMOST_ONE)).isEqualTo(6_000);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 2, 1000, 0",
    "1001, 2, 1000, 0",
    "0, 2, 31536000001, 0",
    "0, 0.9, 1000, 0",
    "0, NaN, 1000, 0",
    "0, 2, 1000, -0.1",
    "0, 2, 1000, 1.1",
    "0, 2, 1000, NaN"
  })
  void otherNumbersAreRefused(long initialMs, double factor, long maxMs, double jitter) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(initialMs, factor, maxMs, jitter));
  }

  @Test
  void partsOfAMillisecondAreRoundedUp() {
    var wait = Duration.ofNanos(1_000_001);

    assertThat(Backoff.fixed(wait).waitMs(1, 0)).isEqualTo(2);
    assertThat(Backoff.exponential(wait, Duration.ofNanos(2_000_001)).waitMs(9, 0)).isEqualTo(3);
  }

  @Test
  void noWaitStaysNoneHoweverManyAttempts() {
    assertThat(Backoff.exponential(Duration.ZERO, Duration.ofHours(1)).waitMs(5_000, 0)).isZero();
  }

  @Test
  void theBoundsThemselvesAreLegal() {
    var longest = new Backoff(0, 1, Backoff.LONGEST.toMillis(), 1);

    assertThat(longest.waitMs(7, ALMOST_ONE)).isZero();
  }
}
