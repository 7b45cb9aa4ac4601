package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptiveCommitTriggerTest {
  private static final Duration INTERVAL = Duration.ofMillis(25);
  private static final int FEW = AdaptiveCommitTrigger.BEHIND_RECORDS - 1;
  private static final int MANY = AdaptiveCommitTrigger.BEHIND_RECORDS;

  private final AtomicLong ticker = new AtomicLong();
  private final AdaptiveCommitTrigger pace =
      new AdaptiveCommitTrigger(INTERVAL, ticker::get, () -> false);
  private int asked;

  @Test
  void workAfterARestIsCommittedAtOnce() {
    // When
    work();

    // Then
    assertThat(asked).isOne();
  }

  @ParameterizedTest
  @CsvSource({
    FEW + ", 10, 15",
    FEW + ", 100, 12.5",
    MANY + ", 1, 25",
    MANY + ", 100, 400",
    MANY + ", 10000, 500"
  })
  void workWaitsSinceTheCommitBeforeAndLongerWhereMoreIsWaiting(
      int polled, double tookMs, double waitMs) {
    // Given
    pace.polled(polled);
    commit(tookMs);

    // When
    work();
    pass(waitMs - 1);
    work();
    var early = asked;
    pass(1);
    work();

    // Then
    assertThat(early).isZero();
    assertThat(asked).isOne();
  }

  @Test
  void workThatIsWaitedForIsCommittedSooner() {
    // Given
    pace.polled(FEW);
    commit(10);

    // When
    pass(4);
    pace.workIsWaitedFor(() -> asked++);
    var early = asked;
    assertThat(pace.rest()).hasMillis(1);
    pass(1);
    work();

    // Then
    assertThat(early).isZero();
    assertThat(asked).isOne();
    commit(10);
    pass(24);
    work();
    assertThat(asked).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, FEW})
  void whoeverHasCaughtUpWaitsNoLonger(int polled) {
    // Given
    pace.polled(MANY);
    commit(100);
    work();
    pass(25);

    // When
    pace.polled(MANY);
    work();
    var early = asked;
    var rest = pace.rest();
    pace.polled(polled);

    // Then
    assertThat(early).isZero();
    assertThat(rest).isZero();
    assertThat(asked).isOne();
  }

  @Test
  void workThatNoOtherFollowsIsCommittedAfterThePollThatWaitedForIt() {
    // Given
    commit(10);
    work();
    pass(5);

    // When
    var rest = pace.rest();
    ticker.addAndGet(rest.toNanos());
    pace.polled(0);

    // Then
    assertThat(rest).hasMillis(10);
    assertThat(asked).isOne();
  }

  @Test
  void aThreadPausesUntilThreeMillisecondsBeforeTheNextCommit() {
    // Given
    commit(10);

    // When
    pass(5);

    // Then
    assertThat(pace.pause()).hasMillis(7);
    pass(7);
    assertThat(pace.pause()).isZero();
    assertThat(pace.rest()).isGreaterThan(Duration.ofDays(1));
  }

  @Test
  void aThreadThatIsBehindOrHasBeenAskedToCommitDoesNotPause() {
    // Given
    commit(10);
    pace.polled(MANY);

    // Then
    assertThat(pace.pause()).isZero();
    pace.polled(FEW);
    assertThat(pace.pause()).isPositive();
    pass(15);
    work();
    assertThat(asked).isOne();
    assertThat(pace.pause()).isZero();
  }

  @Test
  void aThreadWithOverdueJobsDoesNotPauseUntilTheyHaveLeft() {
    // Given
    commit(10);
    pace.workIsLeft();

    // Then
    assertThat(pace.pause()).isZero();
    assertThat(pace.pause()).hasMillis(12);
  }

  @Test
  void aTransactionThatIsFullDoesNotPause() {
    // Given
    var full = new AdaptiveCommitTrigger(INTERVAL, ticker::get, () -> true);

    // When
    full.ended();

    // Then
    assertThat(full.pause()).isZero();
  }

  @Test
  void itIsAskedForOnceAndThenWaitedForNoMore() {
    // Given: a rebalance, during which Streams does not commit
    work();

    // When
    work();
    pace.polled(FEW);

    // Then
    assertThat(asked).isOne();
    assertThat(pace.rest()).isGreaterThan(Duration.ofDays(1));
  }

  @Test
  void aCommitThatWasNotAskedForSaysNothingOfHowLongOneTakes() {
    // Given: a commit at the end of Streams' own interval, or of a rebalance
    pace.polled(MANY);
    pass(10_000);
    pace.ended();

    // When
    pass(25);
    work();

    // Then
    assertThat(asked).isOne();
  }

  @Test
  void nothingIsAskedForWhereNothingWasDone() {
    // When
    commit(1);
    pass(1_000);
    pace.polled(MANY);

    // Then
    assertThat(asked).isZero();
    assertThat(pace.rest()).isGreaterThan(Duration.ofDays(1));
  }

  private void work() {
    pace.workDone(() -> asked++);
  }

  /** A commit that takes this long; it is not counted in {@code asked}. */
  private void commit(double ms) {
    work();
    pass(ms);
    pace.ended();
    asked = 0;
  }

  private void pass(double ms) {
    ticker.addAndGet((long) (ms * 1e6));
  }
}
