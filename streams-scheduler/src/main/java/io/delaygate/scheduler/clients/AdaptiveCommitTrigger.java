package io.delaygate.scheduler.clients;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Trigger of the commits of a stream thread: one in each commit interval, so that committed readers
 * and callers wait no longer; less often while more records wait than the thread takes at a time.
 * At least half an interval lies between the end of a commit and the next one, unless a caller
 * waits.
 *
 * <p>Kafka Streams has a fixed interval, counted from the end of a commit. On a busy machine, and
 * in a JVM that has just begun, commits take several times as long as the work between them: the
 * thread waits for brokers, falls behind, and stays there. Measured on two cores: a scheduler that
 * took over half of 1,000 jobs a second right after its start committed every 160 ms for 25 ms of
 * work each, and took in 250 commands a second. So the interval given to Streams is only the
 * longest one, and this trigger requests earlier commits. A transaction that has reached its size
 * limit is committed at once.
 *
 * <p>Each stream thread has its own state. It uses monotonic time, so that a clock that is set back
 * delays no commit.
 */
public final class AdaptiveCommitTrigger {
  /** Longest delay of a commit with work, unless the commit interval itself is longer. */
  public static final Duration LONGEST = Duration.ofMillis(500);

  /**
   * Half of the records that Streams takes at a time: a poll of so many means that more wait at the
   * broker.
   */
  static final int BEHIND_RECORDS = 500;

  private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();

  /** Work per commit time: a thread that is behind spends a fifth of its time in commits. */
  private static final int WORK_PER_COMMIT = 4;

  /** Divisor of the interval for commits that a caller waits for. */
  private static final int WAITED_FOR = 5;

  /**
   * Time before a commit in which the thread takes in what has come. The first poll after a pause
   * brings only the record that came first, since the consumer had asked for it before the pause;
   * the second one brings all others. Jobs that are due at once are woken a millisecond later.
   */
  private static final Duration GATHER = Duration.ofMillis(3);

  private final long intervalNanos;
  private final LongSupplier ticker;
  private final BooleanSupplier isFull;
  private final ThreadLocal<Own> own;

  /**
   * Creates a trigger for all threads of a Kafka Streams instance.
   *
   * @param interval between two commits of a thread that is not behind
   * @param ticker monotonic nanoseconds
   * @param isFull whether the calling thread's transaction should not grow any more
   */
  public AdaptiveCommitTrigger(Duration interval, LongSupplier ticker, BooleanSupplier isFull) {
    this.intervalNanos = interval.toNanos();
    this.ticker = ticker;
    this.isFull = isFull;
    this.own = ThreadLocal.withInitial(() -> new Own(ticker.getAsLong() - intervalNanos));
  }

  /**
   * Notes that the calling thread did work that has to be committed.
   *
   * @param commit asks Streams to commit all tasks of the thread after the current work
   */
  public void workDone(Runnable commit) {
    var mine = own.get();
    mine.commit = commit;
    askIfDue(mine);
  }

  /**
   * The same for work whose commit a caller waits for: it comes sooner than others, unless the
   * thread is behind.
   */
  public void workIsWaitedFor(Runnable commit) {
    own.get().isWaitedFor = true;
    workDone(commit);
  }

  /** Notes that a task of the calling thread has more work to do at once. */
  public void workIsLeft() {
    own.get().isWorkLeft = true;
  }

  /** Notes that the calling thread got this number of records from the brokers. */
  void polled(int records) {
    var mine = own.get();
    mine.isBehind = records >= BEHIND_RECORDS;
    askIfDue(mine);
  }

  /**
   * Time for which the calling thread may do nothing, since no commit is due soon. Zero for a
   * thread that is behind or has been idle, and for one call after {@link #workIsLeft}.
   */
  Duration pause() {
    var mine = own.get();
    var isBusy = mine.isBehind || mine.isWorkLeft || mine.isAsked || isFull.getAsBoolean();
    mine.isWorkLeft = false;
    var leftNanos = nextNanos(mine) - GATHER.toNanos() - ticker.getAsLong();
    return isBusy ? Duration.ZERO : Duration.ofNanos(Math.max(0, leftNanos));
  }

  /** Notes that the calling thread has committed or rolled back. */
  void ended() {
    var mine = own.get();
    var now = ticker.getAsLong();
    var tookNanos = mine.isAsked ? now - mine.askedNanos : 0;
    var longerNanos = Math.min(WORK_PER_COMMIT * tookNanos, LONGEST.toNanos());
    var nextNanos = Math.max(mine.sinceNanos + intervalNanos, now - intervalNanos / 2);
    mine.sinceNanos = Math.min(now, nextNanos);
    mine.endedNanos = now;
    mine.behindNanos = Math.max(intervalNanos, longerNanos);
    mine.commit = null;
    mine.isAsked = false;
    mine.isWaitedFor = false;
  }

  /**
   * Time that the calling thread may wait before its work has to be committed. An idle thread is
   * not behind.
   */
  Duration rest() {
    var mine = own.get();
    return mine.commit == null || mine.isAsked
        ? FOR_EVER
        : Duration.ofNanos(Math.max(0, nextNanos(mine) - ticker.getAsLong()));
  }

  /**
   * Requests a due commit, once: while the group rebalances, Streams does not commit and keeps the
   * request.
   */
  private void askIfDue(Own mine) {
    var commit = mine.commit;
    var now = ticker.getAsLong();
    var dueNanos = mine.isBehind ? mine.endedNanos + mine.behindNanos : nextNanos(mine);
    var isDue = now >= dueNanos || isFull.getAsBoolean();
    if (commit != null && !mine.isAsked && isDue) {
      commit.run();
      mine.isAsked = true;
      mine.askedNanos = now;
    }
  }

  /** Time of the next commit of a thread that is not behind. */
  private long nextNanos(Own mine) {
    return mine.isWaitedFor
        ? mine.endedNanos + intervalNanos / WAITED_FOR
        : mine.sinceNanos + intervalNanos;
  }

  private static final class Own {
    private @Nullable Runnable commit;

    /**
     * Start of the current interval: when the last commit was due, but at most half an interval
     * before its end.
     */
    private long sinceNanos;

    private long endedNanos;
    private long behindNanos;
    private long askedNanos;
    private boolean isAsked;
    private boolean isBehind;
    private boolean isWaitedFor;
    private boolean isWorkLeft;

    private Own(long endedNanos) {
      this.endedNanos = endedNanos;
      this.sinceNanos = endedNanos;
    }
  }
}
