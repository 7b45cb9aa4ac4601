package io.delaygate.scheduler.due;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.TaskId;

/**
 * How long a stream thread may wait for records: until the next alarm of one of its tasks, or until
 * its work has to be committed. Streams itself waits {@code poll.ms}, whatever is due meanwhile; a
 * small fixed {@code poll.ms} would burn CPU for nothing.
 *
 * <p>Each stream thread sees only what it said itself.
 */
public final class PollBound {
  private final LongSupplier clock;
  private final long commitIntervalMs;
  private final ThreadLocal<Waits> waits = ThreadLocal.withInitial(Waits::new);

  /**
   * A bound for all threads of a Kafka Streams instance.
   *
   * @param clock epoch milliseconds, the clock that punctuations go by
   */
  public PollBound(LongSupplier clock, Duration commitInterval) {
    this.clock = clock;
    this.commitIntervalMs = commitInterval.toMillis();
  }

  /** The task has to run at that time, epoch milliseconds. */
  void noLongerThan(TaskId task, long atMs) {
    waits.get().alarms.put(task, atMs);
  }

  /** The task waits for nothing. */
  void forget(TaskId task) {
    waits.get().alarms.remove(task);
  }

  /** The calling thread did something that has to be committed within the commit interval. */
  public void workDone(long nowMs) {
    var own = waits.get();
    if (own.commitAtMs == Long.MAX_VALUE) {
      own.commitAtMs = nowMs + commitIntervalMs + 1;
    }
  }

  /** The time that the calling thread may wait. */
  Duration shorten(Duration timeout) {
    var own = waits.get();
    var now = clock.getAsLong();
    var until = own.commitAtMs;
    if (own.commitAtMs <= now) {
      own.commitAtMs = Long.MAX_VALUE;
    }
    for (var alarm : own.alarms.values()) {
      until = Math.min(until, alarm);
    }
    var wait = Math.max(0, until - now);
    return wait < timeout.toMillis() ? Duration.ofMillis(wait) : timeout;
  }

  private static final class Waits {
    private final Map<TaskId, Long> alarms = new HashMap<>();
    private long commitAtMs = Long.MAX_VALUE;
  }
}
