package io.delaygate.service.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ShutdownStepsTest {
  private static final Duration LONG = Duration.ofSeconds(40);

  private final ShutdownSteps steps = new ShutdownSteps();
  private final List<String> closed = new CopyOnWriteArrayList<>();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000); // a ticker may wrap

  @Test
  void theLastThatWasOpenedIsClosedFirstAndEachOnce() {
    // Given
    add("first");
    add("second");
    add("third");

    // When
    steps.close(real(LONG));
    steps.close(real(LONG));

    // Then
    assertThat(closed).containsExactly("third", "second", "first");
  }

  @Test
  void whatThrowsKeepsNoOtherOpenAndIsKept() {
    // Given
    var failure = new IllegalStateException("the start");
    var one = new IOException("one");
    var two = new NoClassDefFoundError("two");
    add("first");
    fail("second", two);
    fail("third", one);
    add("fourth");

    // When
    steps.closeAfter(failure, real(LONG));

    // Then
    assertThat(closed).containsExactly("fourth", "first");
    assertThat(failure.getSuppressed()).containsExactly(one, two);
  }

  @Test
  void oneThatBlocksIsLeftBehindAtTheDeadlineAndTheOthersAreClosed() {
    // Given
    var never = new CountDownLatch(1);
    var wasDaemon = new CopyOnWriteArrayList<Boolean>();
    add("first");
    steps.add(
        "blocked",
        deadline -> {
          wasDaemon.add(Thread.currentThread().isDaemon());
          never.await();
          closed.add("blocked");
        });
    add("third");
    var begun = System.nanoTime();

    // When
    var thrown = steps.close(real(Duration.ofMillis(300)));

    // Then
    assertThat(closed).containsExactly("third", "first");
    assertThat(thrown).isEmpty();
    assertThat(wasDaemon).containsExactly(true);
    assertThat(System.nanoTime() - begun).isBetween(millis(300), millis(20_000));
    never.countDown();
  }

  @Test
  void eachStepIsGivenWhatTheOnesBeforeLeft() {
    // Given
    var left = new CopyOnWriteArrayList<Long>();
    for (var i = 0; i < 4; i++) {
      steps.add(
          "step " + i,
          deadline -> {
            left.add(deadline.left().toMillis());
            nanos.addAndGet(millis(15_000));
          });
    }

    // When
    steps.close(Deadline.in(LONG, nanos::get));

    // Then
    assertThat(left).containsExactly(40_000L, 25_000L, 10_000L, 0L);
  }

  @Test
  void aSoonerDeadlineIsNoLaterThanTheFirst() {
    var deadline = Deadline.in(LONG, nanos::get);

    assertThat(deadline.atMost(Duration.ofSeconds(5)).left()).isEqualTo(Duration.ofSeconds(5));
    nanos.addAndGet(millis(38_000));
    assertThat(deadline.atMost(Duration.ofSeconds(5)).left()).isEqualTo(Duration.ofSeconds(2));
    nanos.addAndGet(millis(3_000));
    assertThat(deadline.left()).isZero();
  }

  @Test
  void whoIsInterruptedWaitsForNoStepAnyMoreButRunsThemAll() {
    // Given
    var never = new CountDownLatch(1);
    var ran = new CountDownLatch(1);
    steps.add("first", deadline -> ran.countDown());
    steps.add("blocked", deadline -> never.await());

    // When
    Thread.currentThread().interrupt();
    steps.close(real(LONG));

    // Then
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ran.getCount()).isZero();
    never.countDown();
  }

  private void add(String name) {
    steps.add(name, deadline -> closed.add(name));
  }

  private void fail(String name, Throwable thrown) {
    steps.add(
        name,
        deadline -> {
          if (thrown instanceof Error error) {
            throw error;
          }
          throw (Exception) thrown;
        });
  }

  private static Deadline real(Duration time) {
    return Deadline.in(time, System::nanoTime);
  }

  private static long millis(long ms) {
    return Duration.ofMillis(ms).toNanos();
  }
}
