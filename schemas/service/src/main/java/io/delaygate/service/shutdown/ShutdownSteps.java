package io.delaygate.service.shutdown;

import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stack of steps that close resources in reverse order within one deadline, for a stop and for a
 * start that failed half-way. Each step is independent. If one throws, that is logged and the
 * others continue. A step that does not end in time is named in the log and abandoned in its daemon
 * thread, which does not keep the process alive. Thread-safe.
 */
public final class ShutdownSteps {
  private static final Logger LOG = LoggerFactory.getLogger(ShutdownSteps.class);

  /**
   * Time for each step after the deadline. Most steps need less, as they only tell a thread to end;
   * ten such steps take at most a second.
   */
  static final Duration LAST_CHANCE = Duration.ofMillis(100);

  /** Enough stack frames to see what a step waits for. */
  private static final int FRAMES = 8;

  private final Deque<Named> steps = new ArrayDeque<>();

  /** Adds a step that runs before those that were added earlier. */
  public void add(String name, Step step) {
    synchronized (steps) {
      steps.push(new Named(name, step));
    }
  }

  /**
   * Runs all steps; further calls do nothing.
   *
   * @return their exceptions, in the order of the steps; already logged
   */
  public List<Throwable> close(Deadline deadline) {
    var thrown = new ArrayList<Throwable>();
    var isHurried = false;
    for (var next = poll(); next != null; next = poll()) {
      isHurried |= Thread.interrupted();
      isHurried |= run(next, deadline, isHurried, thrown);
    }
    if (isHurried) {
      Thread.currentThread().interrupt();
    }
    return thrown;
  }

  /** Runs all steps after a failed start, and adds their exceptions to it as suppressed. */
  public void closeAfter(Throwable failed, Deadline deadline) {
    close(deadline).forEach(failed::addSuppressed);
  }

  private @Nullable Named poll() {
    synchronized (steps) {
      return steps.poll();
    }
  }

  /** True when the calling thread was interrupted; no further step is then waited for. */
  private static boolean run(
      Named step, Deadline deadline, boolean isHurried, List<Throwable> thrown) {
    var over = new CompletableFuture<Void>();
    var thread = begin(step, deadline, over);
    var left = isHurried ? LAST_CHANCE : deadline.left().plus(LAST_CHANCE);
    try {
      over.get(left.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException failed) {
      var cause = failed.getCause() == null ? failed : failed.getCause();
      thrown.add(cause);
      LOG.atWarn()
          .setCause(cause)
          .addKeyValue(LogKey.STEP.key(), step.name())
          .log("A step of the shutdown failed; the others continue");
    } catch (TimeoutException late) {
      LOG.atWarn()
          .addKeyValue(LogKey.STEP.key(), step.name())
          .addKeyValue(LogKey.WHY.key(), place(thread))
          .log("A step of the shutdown did not end in time and is abandoned; the others continue");
    } catch (InterruptedException hurried) {
      return true;
    }
    return false;
  }

  private static Thread begin(Named step, Deadline deadline, CompletableFuture<Void> over) {
    var thread = new Thread(() -> run(step, deadline, over), "closing " + step.name());
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) { // use the current thread
      run(step, deadline, over);
    }
    return thread;
  }

  private static void run(Named step, Deadline deadline, CompletableFuture<Void> over) {
    try {
      step.step().close(deadline);
      over.complete(null);
    } catch (Throwable failed) {
      over.completeExceptionally(failed);
    }
  }

  private static String place(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .limit(FRAMES)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining(" < "));
  }

  private record Named(String name, Step step) {}

  /** Closes one resource. */
  @FunctionalInterface
  public interface Step {
    /**
     * Closes the resource, in a thread of its own; it should not wait for others beyond the
     * deadline.
     */
    void close(Deadline deadline) throws Exception;
  }
}
