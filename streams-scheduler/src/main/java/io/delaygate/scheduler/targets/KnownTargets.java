package io.delaygate.scheduler.targets;

import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.schemas.background.Background;
import io.delaygate.schemas.directory.TopicDirectory;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeper of what the directory knows about the targets of pending jobs. The directory forgets a
 * topic that nobody asks about for a minute, and a job that is due every ten minutes would find its
 * target not judged, and wait for the brokers' answer. Copies of other schedulers count too, so
 * that a take-over knows its targets. Looks by a thread of its own.
 */
public final class KnownTargets implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KnownTargets.class);

  /** Well below the minute after which a topic is forgotten. */
  private static final Duration EVERY = Duration.ofSeconds(20);

  /** Each is read again every second; the jobs of more targets wait for an answer now and then. */
  private static final int MOST = 2_000;

  private final OpenJobStores stores;
  private final TopicDirectory directory;
  private final ScheduledExecutorService background = Background.thread("known-targets");

  /** A keeper that begins with {@link #start}. */
  public KnownTargets(OpenJobStores stores, TopicDirectory directory) {
    this.stores = stores;
    this.directory = directory;
  }

  /** Begins to ask. */
  public void start() {
    var unused =
        background.scheduleWithFixedDelay(this::ask, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    background.shutdownNow();
  }

  private void ask() {
    try {
      stores.targets(MOST).forEach(directory::status);
    } catch (RuntimeException unexpected) { // the next look tries again
      LOG.atDebug().setCause(unexpected).log("Targets of pending jobs could not be asked about");
    }
  }
}
