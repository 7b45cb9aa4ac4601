package io.delaygate.gateway.payload;

import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import io.delaygate.service.http.FairShareLimiter;
import io.delaygate.service.http.FairShareLimiter.Grant;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lookup of the topics that jobs name, before they are validated: many at a time, for a bounded
 * time, and within the share of the namespace. Thread-safe.
 */
public final class TargetLookup {
  /**
   * Concurrent calls: less than half of the HTTP threads, so that other calls are answered while
   * the brokers do not respond.
   */
  static final int CALLS = 100;

  private final TopicDirectory directory;
  private final Duration most;
  private final LongSupplier ticker;
  private final LookupLimiter shares;
  private final Function<String, @Nullable String> callShares;
  private final FairShareLimiter calls = new FairShareLimiter(CALLS);

  /**
   * Creates a lookup in this directory.
   *
   * @param most longest wait of a call for unknown topics
   * @param callShares the share of a namespace in the concurrent calls; null for none
   * @param ticker monotonic nanoseconds
   */
  public TargetLookup(
      TopicDirectory directory,
      Duration most,
      Function<String, @Nullable String> callShares,
      LongSupplier ticker) {
    this.directory = directory;
    this.most = most;
    this.callShares = callShares;
    this.ticker = ticker;
    this.shares = new LookupLimiter(ticker.getAsLong());
  }

  /** The known topics; asks the brokers nothing. */
  TopicDirectory known() {
    return new Known(directory);
  }

  /**
   * Looks up the topics that are not known to exist, and waits for the answers. A topic that is
   * unknown after that was not found out in time, or is beyond the namespace's share.
   */
  void ask(String namespace, Collection<String> topics) {
    var unknown = topics.stream().distinct().filter(this::isQuestion).toList();
    var share = callShares.apply(namespace);
    if (unknown.isEmpty() || calls.take(share, 1) != Grant.GRANTED) {
      return;
    }
    try {
      var granted = shares.take(namespace, unknown.size(), ticker.getAsLong());
      directory.await(unknown.subList(0, granted), most);
    } finally {
      calls.release(share, 1);
    }
  }

  /** Whether to look the topic up. A missing topic may have been created since. */
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
