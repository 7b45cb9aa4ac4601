package io.delaygate.scheduler.clients;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.TaskId;

/**
 * Upper bound of the time that a stream thread waits for records: until the next alarm of one of
 * its tasks, or until its work has to be committed. Streams itself waits {@code poll.ms}, whatever
 * is due meanwhile; a small fixed {@code poll.ms} would burn CPU for nothing.
 *
 * <p>Each stream thread has a bound of its own.
 */
public final class PollBound {
  private final LongSupplier clock;
  private final CommitPace commits;
  private final ThreadLocal<Map<TaskId, Long>> waits = ThreadLocal.withInitial(HashMap::new);

  /**
   * A bound for all threads of a Kafka Streams instance.
   *
   * @param clock epoch milliseconds, the clock that punctuations go by
   */
  public PollBound(LongSupplier clock, CommitPace commits) {
    this.clock = clock;
    this.commits = commits;
  }

  /** The task has to run at that time, epoch milliseconds. */
  public void noLongerThan(TaskId task, long atMs) {
    waits.get().put(task, atMs);
  }

  /** The task waits for nothing. */
  public void forget(TaskId task) {
    waits.get().remove(task);
  }

  /** The time that the calling thread may wait. */
  public Duration shorten(Duration timeout) {
    var until = Long.MAX_VALUE;
    for (var alarm : waits.get().values()) {
      until = Math.min(until, alarm);
    }
    var wait = Duration.ofMillis(Math.max(0, until - clock.getAsLong()));
    var shortest = Collections.min(List.of(timeout, wait, commits.rest()));
    // consumers wait whole milliseconds: rounded down, the last would be spent polling
    return Duration.ofMillis(shortest.plusNanos(999_999).toMillis());
  }
}
