package io.delaygate.service.background;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Scheduler with one daemon thread that repeats background tasks even after they throw. Java's own
 * schedulers never run a task again that threw, and log nothing. {@link BackgroundFailures} counts
 * and logs what is thrown, under the thread's name. The thread begins with its first task; the
 * creator of this scheduler closes it. Thread-safe.
 *
 * <p>Errors are treated like exceptions. A full heap ends the process before that ({@code
 * -XX:+ExitOnOutOfMemoryError}). Any other error, such as a class that cannot be linked, stops this
 * run of the task only. Ending the process would also stop deliveries, which can do without the
 * task for a while.
 */
public final class GuardedScheduler implements Executor, AutoCloseable {
  private final String name;
  private final BackgroundFailures failures;
  private final ScheduledThreadPoolExecutor thread;

  /**
   * A scheduler without a task.
   *
   * @param name of the thread and its task, as metrics and logs show it
   */
  public GuardedScheduler(String name, BackgroundFailures failures) {
    this.name = name;
    this.failures = failures;
    this.thread = new ScheduledThreadPoolExecutor(1, this::thread);
    failures.expect(name);
  }

  private Thread thread(Runnable work) {
    var made = new Thread(work, name);
    made.setDaemon(true);
    return made;
  }

  /**
   * Runs a task until this is closed.
   *
   * @param first delay before its first run
   * @param pause time from the end of a run, failed or not, to the next one
   */
  public void repeat(Duration first, Duration pause, Task task) {
    var unused =
        thread.scheduleWithFixedDelay(
            () -> run(task), first.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Runs a task until it returns true, or this is closed; the first time at once. After a run that
   * throws the task runs again.
   *
   * @param pause time from the end of a run to the next one; called each time, and must not throw
   */
  public void repeatUntilDone(Supplier<Duration> pause, Attempt task) {
    enqueue(() -> attempt(pause, task));
  }

  private void attempt(Supplier<Duration> pause, Attempt task) throws Exception {
    var isDone = false;
    try {
      isDone = task.run();
    } finally {
      if (!isDone && !thread.isShutdown()) {
        later(pause.get(), () -> attempt(pause, task));
      }
    }
  }

  /**
   * Makes a task that runs on demand. Several requests before it begins lead to one run; after a
   * run that threw it runs again without a request.
   *
   * @param again time from the end of a run that threw to the next one
   * @return requests a run; never blocks
   */
  public Runnable onDemand(Duration again, Task task) {
    var isAsked = new AtomicBoolean();
    return () -> {
      if (isAsked.compareAndSet(false, true)) {
        enqueue(() -> runAsked(isAsked, again, task));
      }
    };
  }

  private void runAsked(AtomicBoolean isAsked, Duration again, Task task) throws Exception {
    isAsked.set(false);
    var isOver = false;
    try {
      task.run();
      isOver = true;
    } finally {
      if (!isOver && !thread.isShutdown() && isAsked.compareAndSet(false, true)) {
        later(again, () -> runAsked(isAsked, again, task));
      }
    }
  }

  /** Runs a task once, after those that wait; drops it when this is closed. */
  @Override
  public void execute(Runnable task) {
    enqueue(task::run);
  }

  /** Runs a task once after a pause; drops it when this is closed. */
  public void executeLater(Duration pause, Runnable task) {
    try {
      later(pause, task::run);
    } catch (RejectedExecutionException closed) {
      // closed: the task is dropped
    }
  }

  private void enqueue(Task task) {
    try {
      thread.execute(() -> run(task));
    } catch (RejectedExecutionException closed) {
      // closed: the task is dropped
    }
  }

  private void later(Duration pause, Task task) {
    var unused = thread.schedule(() -> run(task), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } catch (Throwable failed) {
      tell(failed);
    }
  }

  /** Failures after {@link #close} are not counted: it interrupts the task. */
  private void tell(Throwable failed) {
    try {
      if (!thread.isShutdown()) {
        failures.failed(name, failed);
      }
    } catch (Throwable untold) {
      failed.addSuppressed(untold); // such as a log that cannot be written: the task continues
    }
  }

  /**
   * Accepts no further task, drops repeated ones, and waits for tasks that run once.
   *
   * @return false if they did not end in time
   */
  public boolean finish(Duration longest) throws InterruptedException {
    thread.shutdown();
    return thread.awaitTermination(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Interrupts the running task, and runs no further one. */
  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** A task that is repeated. */
  @FunctionalInterface
  public interface Task {
    /**
     * Runs the task once.
     *
     * @throws InterruptedException when the scheduler is closed
     */
    void run() throws Exception;
  }

  /** A task that is repeated until it is done. */
  @FunctionalInterface
  public interface Attempt {
    /** Tries once; true when nothing is left to do. */
    boolean run() throws Exception;
  }
}
