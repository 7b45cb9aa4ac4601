package io.delaygate.scheduler.clients;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.TaskId;

/**
 * Upper bound of the time that a stream thread waits for records: until the next alarm of one of
 * its tasks, or until its work has to be committed; and short while tasks are asked for something.
 * Streams itself waits {@code poll.ms}, whatever is due meanwhile; a small fixed {@code poll.ms}
 * would burn CPU for nothing.
 *
 * <p>Each stream thread has a bound of its own.
 */
public final class PollBound {
  /** Workers who have found something come again within it. */
  private static final long HURRY_MS = 1_000;

  /** Some polls of nothing in a commit interval. */
  private static final long HURRIED_MS = 5;

  private static final long LONGEST_MS = Long.MAX_VALUE / 2_000_000;

  private final LongSupplier clock;
  private final CommitPace commits;
  private final ThreadLocal<Map<TaskId, Long>> waits = ThreadLocal.withInitial(HashMap::new);

  /** Tasks of the thread that other threads may ask for something. */
  private final ThreadLocal<Map<TaskId, Asked>> asked = ThreadLocal.withInitial(HashMap::new);

  private volatile long hurryUntilMs;

  /**
   * A bound for all threads of a Kafka Streams instance.
   *
   * @param clock epoch milliseconds, the clock that punctuations go by
   */
  public PollBound(LongSupplier clock, CommitPace commits) {
    this.clock = clock;
    this.commits = commits;
  }

  /**
   * Something that other threads ask a task for.
   *
   * @param isOpen whether it waits for the task
   * @param ring has the task run now; called between two polls
   */
  private record Asked(BooleanSupplier isOpen, Runnable ring) {}

  /** The task is to run when others ask it for something; {@link #hurry} says that they do. */
  public void listen(TaskId task, BooleanSupplier isOpen, Runnable ring) {
    asked.get().put(task, new Asked(isOpen, ring));
  }

  /**
   * Some task was asked for something: for a while no poll takes long. A poll that is under way is
   * not ended, as that could as well end whatever the thread does with its consumer next. Any
   * thread.
   */
  public void hurry() {
    hurryUntilMs = clock.getAsLong() + HURRY_MS;
  }

  /** The calling thread has polled: tasks that are asked for something run now. */
  public void polled() {
    for (var task : List.copyOf(asked.get().values())) {
      if (task.isOpen().getAsBoolean()) {
        task.ring().run();
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
    asked.get().remove(task);
  }

  /** The time that the calling thread may wait. */
  public Duration shorten(Duration timeout) {
    var until = Long.MAX_VALUE;
    for (var alarm : waits.get().values()) {
      until = Math.min(until, alarm);
    }
    var nowMs = clock.getAsLong();
    var wait = Duration.ofMillis(Math.max(0, until - nowMs));
    var shortest = Collections.min(List.of(timeout, wait, commits.rest(), unasked(nowMs)));
    // consumers wait whole milliseconds: rounded down, the last would be spent polling
    return Duration.ofMillis(shortest.plusNanos(999_999).toMillis());
  }

  private Duration unasked(long nowMs) {
    if (asked.get().values().stream().anyMatch(task -> task.isOpen().getAsBoolean())) {
      return Duration.ZERO;
    }
    return Duration.ofMillis(nowMs < hurryUntilMs ? HURRIED_MS : LONGEST_MS);
  }
}
