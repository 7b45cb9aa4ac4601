package io.delaygate.gateway.payload;

import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Lookup of the topics that jobs name, before they are judged: many at a time, for a bounded time,
 * and within the share of the namespace. Thread-safe.
 */
public final class TargetLookup {
  /** Less than half of the threads of HTTP: others are answered while the brokers are silent. */
  static final int CALLS = 100;

  private final TopicDirectory directory;
  private final Duration most;
  private final LongSupplier ticker;
  private final LookupShares shares;
  private final Semaphore calls = new Semaphore(CALLS);

  /**
   * Looks topics up in this directory.
   *
   * @param most how long a call waits for what is not known
   * @param ticker monotonic nanoseconds
   */
  public TargetLookup(TopicDirectory directory, Duration most, LongSupplier ticker) {
    this.directory = directory;
    this.most = most;
    this.ticker = ticker;
    this.shares = new LookupShares(ticker.getAsLong());
  }

  /** What is known of topics; asks nothing. */
  TopicDirectory known() {
    return new Known(directory);
  }

  /**
   * Asks about those topics that are not known to be there, and waits for the answers. What is not
   * known after that could not be found out in time, or is beyond the namespace's share.
   */
  void ask(String namespace, Collection<String> topics) {
    var unknown = topics.stream().distinct().filter(this::isQuestion).toList();
    if (unknown.isEmpty() || !calls.tryAcquire()) {
      return;
    }
    try {
      var granted = shares.take(namespace, unknown.size(), ticker.getAsLong());
      directory.await(unknown.subList(0, granted), most);
    } finally {
      calls.release();
    }
  }

  /** A missing topic may have been made since. */
  private boolean isQuestion(String topic) {
    var status = directory.known(topic);
    return status instanceof TopicStatus.Unreadable || status instanceof TopicStatus.Missing;
  }

  private record Known(TopicDirectory all) implements TopicDirectory {
    @Override
    public TopicStatus status(String topic) {
      return all.known(topic);
    }

    @Override
    public void doubt() {
      all.doubt();
    }
  }
}
