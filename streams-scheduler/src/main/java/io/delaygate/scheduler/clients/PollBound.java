package io.delaygate.scheduler.clients;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.TaskId;

/**
 * Upper bound of the time that a stream thread waits for records: until the next alarm of one of
 * its tasks, or until its work has to be committed; and short while other threads have requests to
 * its tasks. Streams itself waits {@code poll.ms}, whatever is due meanwhile; a small fixed {@code
 * poll.ms} would burn CPU for nothing.
 *
 * <p>Each stream thread has a bound of its own.
 */
public final class PollBound {
  /** Workers that got a job ask for the next one within it. */
  private static final long SOON_MS = 1_000;

  /** A fifth of a commit interval, by default. */
  private static final long SHORT_POLL_MS = 5;

  private final LongSupplier clock;
  private final AdaptiveCommitTrigger commits;
  private final ThreadLocal<Map<TaskId, Long>> waits = ThreadLocal.withInitial(HashMap::new);

  /** Requests of other threads to tasks of the thread. */
  private final ThreadLocal<Map<TaskId, Requests>> requests = ThreadLocal.withInitial(HashMap::new);

  private volatile long pollSoonUntilMs;

  /**
   * A bound for all threads of a Kafka Streams instance.
   *
   * @param clock epoch milliseconds, the clock that punctuations go by
   */
  public PollBound(LongSupplier clock, AdaptiveCommitTrigger commits) {
    this.clock = clock;
    this.commits = commits;
  }

  /**
   * Requests of other threads to a task.
   *
   * @param arePending whether the task has some to handle
   * @param wakeUp has the task run now; called between two polls
   */
  private record Requests(BooleanSupplier arePending, Runnable wakeUp) {}

  /** The task runs when requests are pending; {@link #pollSoon} says that there may be some. */
  public void listen(TaskId task, BooleanSupplier arePending, Runnable wakeUp) {
    requests.get().put(task, new Requests(arePending, wakeUp));
  }

  /**
   * Keeps polls short for a second, as some task has requests. Any thread.
   *
   * <p>Rejected: {@code Consumer.wakeup()}, which may as well end whatever the thread does with its
   * consumer after the poll.
   */
  public void pollSoon() {
    pollSoonUntilMs = clock.getAsLong() + SOON_MS;
  }

  /** The calling thread has polled: its tasks with pending requests run now. */
  public void polled() {
    for (var task : requests.get().values()) {
      if (task.arePending().getAsBoolean()) {
        task.wakeUp().run();
      }
    }
  }

  /** The task has to run at that time, epoch milliseconds. */
  public void noLongerThan(TaskId task, long atMs) {
    waits.get().put(task, atMs);
  }

  /** The task waits for nothing. */
  public void forget(TaskId task) {
    waits.get().remove(task);
  }

  /** The task is gone. */
  public void ended(TaskId task) {
    forget(task);
    requests.get().remove(task);
  }

  /** The time that the calling thread may wait. */
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

  private Duration forRequests(long nowMs) {
    for (var task : requests.get().values()) {
      if (task.arePending().getAsBoolean()) {
        return Duration.ZERO;
      }
    }
    var leftMs = pollSoonUntilMs - nowMs;
    var isSoon = leftMs > 0 && leftMs <= SOON_MS; // the clock may have been set back
    return isSoon ? Duration.ofMillis(SHORT_POLL_MS) : ChronoUnit.FOREVER.getDuration();
  }
}
