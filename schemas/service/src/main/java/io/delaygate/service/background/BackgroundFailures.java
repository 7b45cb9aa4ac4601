package io.delaygate.service.background;

import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counter and log of unexpected failures of background tasks, by task. The first failure of a kind
 * is logged at once; while it continues, one line in {@link #TELL_EVERY} says how often.
 * Thread-safe.
 */
public final class BackgroundFailures {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundFailures.class);

  /** A task may fail five times a second; one line a minute is enough for people. */
  static final Duration TELL_EVERY = Duration.ofMinutes(1);

  private final LongSupplier ticker;
  private final Map<String, OfTask> tasks = new ConcurrentHashMap<>();

  /**
   * A counter without failures.
   *
   * @param ticker monotonic nanoseconds
   */
  public BackgroundFailures(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** Starts the task's count at zero, so that an alert sees the first failure as an increase. */
  public void expect(String task) {
    tasks.computeIfAbsent(task, first -> new OfTask());
  }

  /**
   * Counts a failure of a task, and logs it unless the same kind was logged within {@link
   * #TELL_EVERY}.
   */
  public void failed(String task, Throwable failure) {
    var untold = count(task, failure);
    if (untold > 0) {
      LOG.atError()
          .setCause(failure)
          .addKeyValue(LogKey.TASK.key(), task)
          .addKeyValue(LogKey.FAILURES.key(), untold)
          .log("A background task failed; it runs again");
    }
  }

  /** Counts a failure; returns the number of its kind to log now, 0 to log nothing. */
  long count(String task, Throwable failure) {
    return tasks
        .computeIfAbsent(task, first -> new OfTask())
        .failed(failure.getClass(), ticker.getAsLong());
  }

  /** Number of failures of each task since the process began, by the task's name. */
  public Map<String, Double> byTask() {
    var counts = new TreeMap<String, Double>();
    tasks.forEach((task, failures) -> counts.put(task, (double) failures.count()));
    return counts;
  }

  private static final class OfTask {
    /** By class of the exception, so bounded by the classes of the program. */
    private final Map<Class<?>, OfKind> kinds = new HashMap<>();

    private long count;

    private synchronized long failed(Class<?> kind, long now) {
      count++;
      return kinds.computeIfAbsent(kind, first -> new OfKind(now)).failed(now);
    }

    private synchronized long count() {
      return count;
    }
  }

  private static final class OfKind {
    private long toldAt;
    private long untold;

    private OfKind(long now) {
      toldAt = now - TELL_EVERY.toNanos();
    }

    private long failed(long now) {
      untold++;
      if (now - toldAt < TELL_EVERY.toNanos()) {
        return 0;
      }
      var toTell = untold;
      toldAt = now;
      untold = 0;
      return toTell;
    }
  }
}
