package io.delaygate.scheduler.due;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CommitPaceTest {
  private static final Duration INTERVAL = Duration.ofMillis(25);
  private static final int FEW = CommitPace.BEHIND_RECORDS - 1;
  private static final int MANY = CommitPace.BEHIND_RECORDS;

  private final AtomicLong ticker = new AtomicLong();
  private final CommitPace pace = new CommitPace(INTERVAL, ticker::get);
  private int asked;

  @Test
  void workAfterARestIsCommittedAtOnce() {
    // When
    work();

    // Then
    assertThat(asked).isOne();
  }

  @Test
  void workWaitsForTheIntervalSinceTheEndOfTheCommitBefore() {
    // Given
    commit(10);

    // When
    work();
    pass(24);
    work();
    var early = asked;
    pass(1);
    work();

    // Then
    assertThat(early).isZero();
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
    assertThat(rest).hasMillis(20);
    assertThat(asked).isOne();
  }

  @Test
  void itIsAskedForOnceAndThenWaitedForNoMore() {
    // Given: a rebalance, in which Streams does not commit
    work();

    // When
    work();
    pace.polled(FEW);

    // Then
    assertThat(asked).isOne();
    assertThat(pace.rest()).isGreaterThan(Duration.ofDays(1));
  }

  @Test
  void aCommitThatTookLongIsNoReasonToWaitForOneThatKeepsUp() {
    // Given
    pace.polled(FEW);
    commit(100);

    // When
    pass(25);
    work();

    // Then
    assertThat(asked).isOne();
  }

  @Test
  void oneThatIsBehindWorksFourTimesAsLongAsItCommits() {
    // Given
    pace.polled(MANY);
    commit(100);

    // When
    pass(399);
    work();
    var early = asked;
    pass(1);
    work();

    // Then
    assertThat(early).isZero();
    assertThat(asked).isOne();
  }

  @Test
  void butNeverLongerThanTheLongest() {
    // Given
    pace.polled(MANY);
    commit(10_000);

    // When
    pass(CommitPace.LONGEST.toMillis());
    work();

    // Then
    assertThat(asked).isOne();
  }

  @Test
  void aShortCommitDoesNotShortenTheInterval() {
    // Given
    pace.polled(MANY);
    commit(1);

    // When
    pass(24);
    work();

    // Then
    assertThat(asked).isZero();
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

  /** One that took so many milliseconds, and more than one task of which was flushed. */
  private void commit(long ms) {
    pace.begins();
    pass(ms);
    pace.begins();
    pace.ended();
  }

  private void pass(long ms) {
    ticker.addAndGet(Duration.ofMillis(ms).toNanos());
  }
}
