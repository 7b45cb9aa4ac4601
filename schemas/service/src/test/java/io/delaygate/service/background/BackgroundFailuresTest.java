package io.delaygate.service.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BackgroundFailuresTest {
  private static final long MINUTE = BackgroundFailures.TELL_EVERY.toNanos();

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - MINUTE / 2); // a ticker may wrap
  private final BackgroundFailures failures = new BackgroundFailures(nanos::get);

  @Test
  void theFirstIsToldAtOnceAndTheSameOnesOnceAMinute() {
    assertThat(failures.count("a", new IllegalStateException())).isEqualTo(1);
    assertThat(failures.count("a", new IllegalStateException("again"))).isZero();
    nanos.addAndGet(MINUTE - 1);
    assertThat(failures.count("a", new IllegalStateException())).isZero();

    nanos.addAndGet(1);
    assertThat(failures.count("a", new IllegalStateException())).isEqualTo(3);
    assertThat(failures.count("a", new IllegalStateException())).isZero();
  }

  @Test
  void anotherFailureAndAnotherTaskAreToldAtOnce() {
    // Given
    failures.count("a", new IllegalStateException());

    // Then
    assertThat(failures.count("a", new StackOverflowError())).isEqualTo(1);
    assertThat(failures.count("b", new IllegalStateException())).isEqualTo(1);
    assertThat(failures.count("a", new IllegalStateException())).isZero();
  }

  @Test
  void allAreCountedByTaskAndOneThatNeverFailedIsShown() {
    failures.expect("well");
    failures.failed("ill", new IllegalStateException());
    failures.failed("ill", new IllegalStateException());
    failures.expect("ill");

    assertThat(failures.byTask()).isEqualTo(Map.of("well", 0.0, "ill", 2.0));
  }
}
