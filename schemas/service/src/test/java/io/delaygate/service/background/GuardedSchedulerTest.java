package io.delaygate.service.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class GuardedSchedulerTest {
  private static final Duration SHORT = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final BackgroundFailures failures = new BackgroundFailures(System::nanoTime);
  private final GuardedScheduler background = new GuardedScheduler("look", failures);
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    background.close();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        IllegalStateException.class,
        java.io.IOException.class,
        NoClassDefFoundError.class,
        StackOverflowError.class,
        OutOfMemoryError.class
      })
  void aTaskThatThrowsRunsAgainAndIsCounted(Class<? extends Throwable> kind) {
    background.repeat(Duration.ZERO, SHORT, () -> failTwice(kind));

    Awaitility.await().atMost(LIMIT).until(() -> runs.get() > 4);
    assertThat(failures.byTask()).containsEntry("look", 2.0);
  }

  private void failTwice(Class<? extends Throwable> kind) throws Exception {
    if (runs.incrementAndGet() <= 2) {
      var thrown = kind.getDeclaredConstructor().newInstance();
      if (thrown instanceof Error error) {
        throw error;
      }
      throw (Exception) thrown;
    }
  }

  @Test
  void anAttemptRunsAgainUntilItIsDone() throws InterruptedException {
    background.repeatUntilDone(
        () -> SHORT,
        () -> {
          if (runs.incrementAndGet() == 1) {
            throw new IllegalStateException("the first time");
          }
          return runs.get() == 3;
        });

    Awaitility.await().atMost(LIMIT).until(() -> runs.get() == 3);
    runAfterAllThatWait();
    assertThat(runs).hasValue(3);
    assertThat(failures.byTask()).containsEntry("look", 1.0);
  }

  @Test
  void whatIsAskedForManyTimesRunsOnceAndAgainAfterItThrew() throws InterruptedException {
    // Given
    var held = new CountDownLatch(1);
    background.execute(() -> awaitQuietly(held));
    var ask =
        background.onDemand(
            SHORT,
            () -> {
              if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("the first time");
              }
            });

    // When
    for (var i = 0; i < 100; i++) {
      ask.run();
    }
    held.countDown();

    // Then
    Awaitility.await().atMost(LIMIT).until(() -> runs.get() == 2);
    runAfterAllThatWait();
    assertThat(runs).hasValue(2);
  }

  @Test
  void askingWhileItFailsMakesNoSecondRepetition() {
    // Given
    var ask =
        background.onDemand(
            HOUR,
            () -> {
              runs.incrementAndGet();
              throw new IllegalStateException("always");
            });
    ask.run();
    Awaitility.await().atMost(LIMIT).until(() -> failures.byTask().getOrDefault("look", 0.0) == 1);

    // When
    for (var i = 0; i < 100; i++) {
      ask.run();
    }

    // Then
    runAfterAllThatWait();
    assertThat(runs).hasValue(1);
  }

  @Test
  void whatRunsOnceIsCountedTooAndHoldsUpNoOther() {
    background.execute(
        () -> {
          throw new IllegalStateException("once");
        });

    runAfterAllThatWait();
    assertThat(failures.byTask()).containsEntry("look", 1.0);
  }

  @Test
  void aTaskThatRunsLaterIsDroppedByAStop() throws InterruptedException {
    // Given
    var over = new CountDownLatch(1);
    background.executeLater(SHORT, over::countDown);
    awaitQuietly(over);
    background.executeLater(HOUR, runs::incrementAndGet);

    // When
    background.close();
    background.executeLater(Duration.ZERO, runs::incrementAndGet);

    // Then
    assertThat(background.finish(LIMIT)).isTrue();
    assertThat(runs).hasValue(0);
  }

  @Test
  void aStopIsNoFailure() throws InterruptedException {
    // Given
    var begun = new CountDownLatch(1);
    background.repeat(
        Duration.ZERO,
        SHORT,
        () -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException stopped) {
            throw new IllegalStateException("as Kafka's clients do", stopped);
          }
        });
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

    // When
    background.close();

    // Then
    assertThat(background.finish(LIMIT)).isTrue();
    assertThat(failures.byTask()).containsEntry("look", 0.0);
    background.execute(runs::incrementAndGet);
    assertThat(runs).hasValue(0);
  }

  @Test
  void finishingDropsWhatIsRepeatedAndWaitsForWhatIsRunOnce() throws InterruptedException {
    // Given
    var done = new CountDownLatch(1);
    background.repeat(HOUR, HOUR, runs::incrementAndGet);
    background.execute(done::countDown);

    // Then
    assertThat(background.finish(LIMIT)).isTrue();
    assertThat(done.getCount()).isZero();
  }

  private void runAfterAllThatWait() {
    var over = new CountDownLatch(1);
    background.execute(over::countDown);
    awaitQuietly(over);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException hurried) {
      throw new AssertionError(hurried);
    }
  }
}
