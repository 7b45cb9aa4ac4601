package io.delaygate.scheduler.clients;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Time of the commits of a stream thread: as soon as the commit interval has passed since the
 * commit before, for committed readers and whoever waits for an outcome; and less often while more
 * records wait than it takes at a time.
 *
 * <p>Kafka Streams has a fixed interval, counted from the end of a commit. On a busy machine, and
 * in a JVM that has just begun, commits take several times as long as the work between them: the
 * thread waits for brokers, falls behind, and stays there. Measured on two cores: a scheduler that
 * took over half of 1,000 jobs a second right after its start committed every 160 ms for 25 ms of
 * work each, and took in 250 commands a second. So the interval given to Streams is only the
 * longest, and the commits before it are asked for here. A transaction that is as large as it may
 * be is committed at once.
 *
 * <p>Each stream thread has a pace of its own. Goes by monotonic time, so that a clock that is set
 * back holds up no commit.
 */
public final class AdaptiveCommitTrigger {
  /** No commit that has work to do waits longer, if its interval is not longer itself. */
  public static final Duration LONGEST = Duration.ofMillis(500);

  /** Half of what Streams takes at a time: more of that kind wait at the broker. */
  static final int BEHIND_RECORDS = 500;

  private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();

  /** A thread that is behind spends a fifth of its time in commits. */
  private static final int WORK_PER_COMMIT = 4;

  /** Divisor of the interval for commits that a caller waits for. */
  private static final int WAITED_FOR = 5;

  private final long intervalNanos;
  private final LongSupplier ticker;
  private final BooleanSupplier isFull;
  private final ThreadLocal<Own> own;

  /**
   * A pace for all threads of a Kafka Streams instance.
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
   * The calling thread did something that has to be committed.
   *
   * @param commit asks Streams to commit all tasks of the thread as soon as the work in hand is
   *     done
   */
  public void workDone(Runnable commit) {
    var mine = own.get();
    mine.commit = commit;
    askIfDue(mine);
  }

  /**
   * The calling thread did something, and a caller waits for that very commit: it comes sooner than
   * others, unless the thread is behind.
   */
  public void workIsWaitedFor(Runnable commit) {
    own.get().isWaitedFor = true;
    workDone(commit);
  }

  /** The calling thread got this number of records from the brokers. */
  void polled(int records) {
    var mine = own.get();
    mine.isBehind = records >= BEHIND_RECORDS;
    askIfDue(mine);
  }

  /** The calling thread has committed. */
  void ended() {
    var mine = own.get();
    var now = ticker.getAsLong();
    var tookNanos = mine.isAsked ? now - mine.askedNanos : 0;
    var longerNanos = Math.min(WORK_PER_COMMIT * tookNanos, LONGEST.toNanos());
    mine.endedNanos = now;
    mine.behindNanos = Math.max(intervalNanos, longerNanos);
    mine.commit = null;
    mine.isAsked = false;
    mine.isWaitedFor = false;
  }

  /**
   * How long the calling thread may do nothing before its work has to be committed. Whoever has
   * nothing to do is not behind.
   */
  Duration rest() {
    var mine = own.get();
    var passedNanos = ticker.getAsLong() - mine.endedNanos;
    return mine.commit == null || mine.isAsked
        ? FOR_EVER
        : Duration.ofNanos(Math.max(0, interval(mine) - passedNanos));
  }

  /** Once: while the group rebalances Streams does not commit, and remembers what it was asked. */
  private void askIfDue(Own mine) {
    var commit = mine.commit;
    var now = ticker.getAsLong();
    var waitNanos = mine.isBehind ? mine.behindNanos : interval(mine);
    var isDue = now - mine.endedNanos >= waitNanos || isFull.getAsBoolean();
    if (commit != null && !mine.isAsked && isDue) {
      commit.run();
      mine.isAsked = true;
      mine.askedNanos = now;
    }
  }

  private long interval(Own mine) {
    return mine.isWaitedFor ? intervalNanos / WAITED_FOR : intervalNanos;
  }

  private static final class Own {
    private @Nullable Runnable commit;
    private long endedNanos;
    private long behindNanos;
    private long askedNanos;
    private boolean isAsked;
    private boolean isBehind;
    private boolean isWaitedFor;

    private Own(long endedNanos) {
      this.endedNanos = endedNanos;
    }
  }
}
