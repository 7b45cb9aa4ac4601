package io.delaygate.scheduler.app;

import io.delaygate.scheduler.clients.FailedThreads;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.service.directory.TopicDirectory;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of uncaught stream thread exceptions: replaces the thread, or shuts the instance down
 * after too many failures.
 */
final class ReplaceFailedThreads implements StreamsUncaughtExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ReplaceFailedThreads.class);

  private final RestartBudget budget = RestartBudget.usual();
  private final FailedThreads failed;
  private final TopicDirectory directory;
  private final SchedulerMetrics metrics;
  private final LongSupplier clock;

  /**
   * Creates a handler with an unused restart budget.
   *
   * @param clock epoch milliseconds
   */
  ReplaceFailedThreads(
      FailedThreads failed,
      TopicDirectory directory,
      SchedulerMetrics metrics,
      LongSupplier clock) {
    this.failed = failed;
    this.directory = directory;
    this.metrics = metrics;
    this.clock = clock;
  }

  @Override
  public StreamThreadExceptionResponse handle(Throwable failure) {
    directory.doubt();
    if (budget.take(clock.getAsLong())) {
      LOG.atError().setCause(failure).log("A stream thread failed and is replaced");
      metrics.threadRestarted();
      failed.leave(Thread.currentThread().getName());
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    LOG.atError().setCause(failure).log("Stream threads keep failing; this instance shuts down");
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }
}
