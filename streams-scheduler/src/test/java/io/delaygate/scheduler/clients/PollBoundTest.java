package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PollBoundTest {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final TaskId FIRST = new TaskId(0, 0);
  private static final TaskId SECOND = new TaskId(0, 1);

  private final AtomicLong clock = new AtomicLong(1000);
  private final AtomicLong ticker = new AtomicLong();
  private final AdaptiveCommitTrigger commits =
      new AdaptiveCommitTrigger(Duration.ofMillis(25), ticker::get, () -> false);
  private final PollBound bound = new PollBound(clock::get, commits);

  @Test
  void nothingToDoLeavesThePollAsItIs() {
    // When
    var wait = bound.shorten(POLL);

    // Then
    assertThat(wait).isEqualTo(POLL);
  }

  @Test
  void theNearestAlarmOfAnyTaskEndsThePoll() {
    // When
    bound.noLongerThan(FIRST, 1080);
    bound.noLongerThan(SECOND, 1030);

    // Then
    assertThat(bound.shorten(POLL)).hasMillis(30);
  }

  @Test
  void anAlarmBeyondThePollOrInThePastIsNoMoreThanThat() {
    // Given
    bound.noLongerThan(FIRST, 5000);
    var beyond = bound.shorten(POLL);

    // When
    bound.noLongerThan(FIRST, 10);

    // Then
    assertThat(beyond).isEqualTo(POLL);
    assertThat(bound.shorten(POLL)).isZero();
  }

  @Test
  void aForgottenTaskIsWaitedForNoMore() {
    // Given
    bound.noLongerThan(FIRST, 1030);
    bound.noLongerThan(FIRST, 1020);

    // When
    bound.forget(FIRST);

    // Then
    assertThat(bound.shorten(POLL)).isEqualTo(POLL);
  }

  @Test
  void workEndsThePollWhenItHasToBeCommitted() {
    // Given: the last commit ended at 0
    commits.ended();
    ticker.set(9_500_000);

    // When
    commits.workDone(() -> {});

    // Then: rounded up to whole milliseconds
    assertThat(bound.shorten(POLL)).hasMillis(16);
  }

  @Test
  void eachThreadWaitsForItsOwnTasks() throws InterruptedException {
    // When
    var other =
        new Thread(
            () -> {
              bound.noLongerThan(FIRST, 1001);
              commits.ended();
              commits.workDone(() -> {});
            });
    other.start();
    other.join();

    // Then
    assertThat(bound.shorten(POLL)).isEqualTo(POLL);
  }

  @Test
  void pendingRequestsEndThePollAndWakeTheirTask() {
    // Given
    var isOpen = new AtomicBoolean();
    var runs = new AtomicInteger();
    bound.listen(FIRST, isOpen::get, runs::incrementAndGet);
    bound.polled();
    assertThat(bound.shorten(POLL)).isEqualTo(POLL);
    assertThat(runs).hasValue(0);

    // When
    isOpen.set(true);

    // Then
    assertThat(bound.shorten(POLL)).isZero();
    bound.polled();
    assertThat(runs).hasValue(1);
    bound.ended(FIRST);
    bound.polled();
    assertThat(runs).hasValue(1);
    assertThat(bound.shorten(POLL)).isEqualTo(POLL);
  }

  @Test
  void pollsAreShortForASecondAfterARequest() {
    // When
    bound.pollSoon();

    // Then
    assertThat(bound.shorten(POLL)).hasMillis(5);
    clock.addAndGet(999);
    assertThat(bound.shorten(POLL)).hasMillis(5);
    clock.addAndGet(1);
    assertThat(bound.shorten(POLL)).isEqualTo(POLL);
  }

  @Test
  void pollsAreNotShortForLongerWhereTheClockIsSetBack() {
    // Given
    clock.set(3_600_000);
    bound.pollSoon();

    // When
    clock.set(1_000);

    // Then
    assertThat(bound.shorten(POLL)).isEqualTo(POLL);
  }

  @Test
  @Timeout(10)
  void aThreadDoesNotPauseWithinASecondOfARequest() {
    // Given
    var hourly = new AdaptiveCommitTrigger(Duration.ofHours(1), ticker::get, () -> false);
    var busy = new PollBound(clock::get, hourly);
    hourly.ended();

    // When
    busy.pollSoon();
    clock.addAndGet(999);

    // Then: a pause would last an hour
    busy.pause();
    assertThat(hourly.pause()).isPositive();
  }

  @Test
  @Timeout(10)
  void aThreadDoesNotPauseWhileARequestIsPending() {
    // Given
    var hourly = new AdaptiveCommitTrigger(Duration.ofHours(1), ticker::get, () -> false);
    var busy = new PollBound(clock::get, hourly);
    hourly.ended();
    busy.listen(FIRST, () -> true, () -> {});

    // Then
    busy.pause();
    assertThat(hourly.pause()).isPositive();
  }
}
