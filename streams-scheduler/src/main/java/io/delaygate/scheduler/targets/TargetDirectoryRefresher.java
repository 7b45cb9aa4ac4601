package io.delaygate.scheduler.targets;

import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.directory.TopicDirectory;
import java.time.Duration;

/**
 * Background refresher of the topic directory for the targets of pending jobs. The directory
 * forgets a topic that is not asked about for a minute, and a job that is due every ten minutes
 * would find its target unchecked, and wait for the brokers' answer. Standby stores count too, so
 * that a take-over knows its targets. Runs on a thread of its own.
 */
public final class TargetDirectoryRefresher implements AutoCloseable {
  /** Well below the minute after which a topic is forgotten. */
  private static final Duration EVERY = Duration.ofSeconds(20);

  /** Each is read again every second; the jobs of more targets wait for an answer now and then. */
  private static final int MOST = 2_000;

  private final OpenJobStores stores;
  private final TopicDirectory directory;
  private final GuardedScheduler background;

  /** A refresher that begins with {@link #start}. */
  public TargetDirectoryRefresher(
      OpenJobStores stores, TopicDirectory directory, BackgroundFailures failures) {
    this.stores = stores;
    this.directory = directory;
    this.background = new GuardedScheduler("known-targets", failures);
  }

  /** Begins to ask. */
  public void start() {
    background.repeat(Duration.ZERO, EVERY, this::ask);
  }

  @Override
  public void close() {
    background.close();
  }

  private void ask() {
    stores.targets(MOST).forEach(directory::status);
  }
}
