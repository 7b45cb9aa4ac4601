package io.delaygate.gateway.queues;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Limit on the number of queues of a namespace. A queue exists as long as it has jobs. Thread-safe.
 */
public final class QueueCountLimit {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final TopicNames names;
  private final Supplier<CompletableFuture<Set<String>>> topics;
  private final int most;
  private final Duration patience;
  private final LongSupplier ticker;
  private volatile Set<String> known = Set.of();
  private volatile boolean isTold;
  private volatile long knownAt;

  /**
   * Creates the limit.
   *
   * @param topics topics that have jobs now, those of queues among them
   * @param most how many queues a namespace may have; queues that begin in the same second may
   *     exceed it
   * @param patience longest wait for the schedulers
   * @param ticker monotonic nanoseconds
   */
  public QueueCountLimit(
      TopicNames names,
      Supplier<CompletableFuture<Set<String>>> topics,
      int most,
      Duration patience,
      LongSupplier ticker) {
    this.names = names;
    this.topics = topics;
    this.most = most;
    this.patience = patience;
    this.ticker = ticker;
    this.knownAt = ticker.getAsLong() - FRESH_NANOS;
  }

  /**
   * Admits a job to its target, if that is a queue. While no scheduler reports the queues, every
   * job is admitted.
   *
   * @param topic of the target
   * @throws ProblemException 409 when it would be one more than the namespace may have
   */
  public void enter(String namespace, String topic) {
    if (!isQueue(topic) || known.contains(topic)) {
      return;
    }
    if (ticker.getAsLong() - knownAt >= FRESH_NANOS) {
      learn();
    }
    if (known.contains(topic)) {
      return;
    }
    if (!isTold) {
      return;
    }
    var prefix = names.queuesOf(namespace);
    if (known.stream().filter(other -> other.startsWith(prefix) && isQueue(other)).count()
        >= most) {
      throw new ProblemException(
          ReasonCode.TOO_MANY,
          "the namespace has %d queues already, the largest number; nothing was stored"
              .formatted(most));
    }
    known.add(topic);
  }

  /** Endpoints have a limit of their own, when they are created. */
  private boolean isQueue(String topic) {
    return names.isQueue(topic) && !names.isEndpoint(topic);
  }

  private synchronized void learn() {
    if (ticker.getAsLong() - knownAt < FRESH_NANOS) {
      return; // another thread did
    }
    Set<String> now = ConcurrentHashMap.newKeySet();
    try {
      now.addAll(topics.get().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).join());
      isTold = true;
    } catch (CompletionException unknown) {
      isTold = false;
    }
    known = now;
    knownAt = ticker.getAsLong();
  }
}
