package io.delaygate.scheduler.clients;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.TaskId;

/**
 * Upper bound of a stream thread's poll time: until the next wake-up timer of one of its tasks, or
 * until its work has to be committed; short while other threads have requests to its tasks. Streams
 * itself waits {@code poll.ms}, even if a job is due meanwhile; a small fixed {@code poll.ms} would
 * burn CPU for nothing.
 *
 * <p>Each stream thread has its own bound.
 */
public final class PollBound {
  /** Time for which polls stay short: a worker that got a job asks for the next one within it. */
  private static final long SOON_MS = 1_000;

  /** A fifth of the default commit interval. */
  private static final long SHORT_POLL_MS = 5;

  private final LongSupplier clock;
  private final AdaptiveCommitTrigger commits;
  private final ThreadLocal<Map<TaskId, Long>> waits = ThreadLocal.withInitial(HashMap::new);

  /** Requests of other threads to tasks of the thread. */
  private final ThreadLocal<Map<TaskId, Requests>> requests = ThreadLocal.withInitial(HashMap::new);

  private volatile long pollSoonUntilMs;

  /**
   * Creates a bound for all threads of a Kafka Streams instance.
   *
   * @param clock epoch milliseconds, the clock of punctuations
   */
  public PollBound(LongSupplier clock, AdaptiveCommitTrigger commits) {
    this.clock = clock;
    this.commits = commits;
  }

  /**
   * Requests of other threads to a task.
   *
   * @param arePending whether the task has requests to handle
   * @param wakeUp makes the task run now; called between two polls
   */
  private record Requests(BooleanSupplier arePending, Runnable wakeUp) {}

  /** Makes the task run when requests are pending; {@link #pollSoon} announces them. */
  public void listen(TaskId task, BooleanSupplier arePending, Runnable wakeUp) {
    requests.get().put(task, new Requests(arePending, wakeUp));
  }

  /**
   * Keeps polls short for a second, since a task has requests. Any thread.
   *
   * <p>Rejected: {@code Consumer.wakeup()}, which may also interrupt other calls of the thread to
   * its consumer after the poll.
   */
  public void pollSoon() {
    pollSoonUntilMs = clock.getAsLong() + SOON_MS;
  }

  /** Runs the calling thread's tasks with pending requests, after a poll. */
  public void polled() {
    for (var task : requests.get().values()) {
      if (task.arePending().getAsBoolean()) {
        task.wakeUp().run();
      }
    }
  }

  /** Sets the time when the task has to run, epoch milliseconds. */
  public void noLongerThan(TaskId task, long atMs) {
    waits.get().put(task, atMs);
  }

  /** Removes the time when the task has to run. */
  public void forget(TaskId task) {
    waits.get().remove(task);
  }

  /** Removes a task that was closed. */
  public void ended(TaskId task) {
    forget(task);
    requests.get().remove(task);
  }

  /** Time that the calling thread may wait for records. */
  public Duration shorten(Duration timeout) {
    var until = Long.MAX_VALUE;
    for (var alarm : waits.get().values()) {
      until = Math.min(until, alarm);
    }
    var nowMs = clock.getAsLong();
    var wait = Duration.ofMillis(Math.max(0, until - nowMs));
    var shortest = Collections.min(List.of(timeout, wait, commits.rest(), forRequests(nowMs)));
    // consumers wait whole milliseconds: rounded down, the last would be spent polling
    return Duration.ofMillis(shortest.plusNanos(999_999).toMillis());
  }

  /**
   * Blocks the calling thread until shortly before its next commit. Work that is done earlier is
   * visible no sooner, and costs a wake-up for each record and each due job. Returns at once while
   * other threads have requests, or had some within a second, since these are committed sooner.
   */
  public void pause() {
    var left = commits.pause();
    // repeated, since permits of other waits of this thread may end one early
    while (!left.isZero() && !isBusy() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, left.toNanos());
      left = commits.pause();
    }
  }

  private boolean isBusy() {
    return arePending() || isSoon(clock.getAsLong());
  }

  private Duration forRequests(long nowMs) {
    if (arePending()) {
      return Duration.ZERO;
    }
    return isSoon(nowMs) ? Duration.ofMillis(SHORT_POLL_MS) : ChronoUnit.FOREVER.getDuration();
  }

  /** Whether there was a request within a second. */
  private boolean isSoon(long nowMs) {
    var leftMs = pollSoonUntilMs - nowMs;
    return leftMs > 0 && leftMs <= SOON_MS; // the clock may have been set back
  }

  private boolean arePending() {
    for (var task : requests.get().values()) {
      if (task.arePending().getAsBoolean()) {
        return true;
      }
    }
    return false;
  }
}
