package io.delaygate.service.background;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * One daemon thread that runs a background task again and again, also after it threw: Java's own
 * schedulers never run such a task again, and say nothing. What is thrown is counted and logged by
 * {@link BackgroundFailures} under the thread's name. The thread begins with its first task;
 * whoever made this closes it. Thread-safe.
 *
 * <p>Errors are treated like exceptions. A full heap has ended the process before it gets here
 * ({@code -XX:+ExitOnOutOfMemoryError}). Any other error, such as a class that cannot be linked,
 * costs this task only; to end the process would stop deliveries too, which do without the task for
 * a while.
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
   * @param first until its first run
   * @param pause from the end of a run, however it ended, to the next one
   */
  public void repeat(Duration first, Duration pause, Task task) {
    var unused =
        thread.scheduleWithFixedDelay(
            () -> run(task), first.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Runs a task until it says that it is done, or this is closed; the first time at once. A run
   * that throws is not the last one.
   *
   * @param pause from the end of a run to the next one; asked for each time, and must not throw
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
   * A task that runs when it is asked to, and once however often it is asked before it begins;
   * after a run that threw it runs again unasked.
   *
   * @param again from the end of a run that threw to the next one
   * @return asks for a run; never blocks
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

  private void enqueue(Task task) {
    try {
      thread.execute(() -> run(task));
    } catch (RejectedExecutionException closed) {
      // nobody is to be served any more
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
      failed.addSuppressed(untold); // such as a log that cannot be written: the task goes on
    }
  }

  /**
   * Takes no further task, drops repeated ones, and waits for what was to be run once.
   *
   * @return false if that was not over in time
   */
  public boolean finish(Duration longest) throws InterruptedException {
    thread.shutdown();
    return thread.awaitTermination(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Interrupts the task that runs, and runs none any more. */
  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** A task. */
  @FunctionalInterface
  public interface Task {
    /**
     * Does what there is to do now.
     *
     * @throws InterruptedException when it is to end
     */
    void run() throws Exception;
  }

  /** A task that has an end. */
  @FunctionalInterface
  public interface Attempt {
    /** Tries; true when there is nothing left to do. */
    boolean run() throws Exception;
  }
}
