package io.delaygate.service.directory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Distributor of the brokers' answers to the topic cache and to waiting callers. Thread-safe. */
final class TopicAnswers {
  /** Interval at which waiting callers check whether to ask again. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final KnownTopics topics;
  private final TopicReader reader;
  private final LongSupplier ticker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition told = lock.newCondition();

  TopicAnswers(KnownTopics topics, TopicReader reader, LongSupplier ticker) {
    this.topics = topics;
    this.reader = reader;
    this.ticker = ticker;
  }

  /** Asks the brokers about all these topics, in as many requests as necessary. */
  void fetch(List<KnownTopic> asked) throws InterruptedException {
    for (var from = 0; from < asked.size(); from += TopicReader.NAMES_MOST) {
      fetchSome(asked.subList(from, Math.min(asked.size(), from + TopicReader.NAMES_MOST)));
    }
  }

  private void fetchSome(List<KnownTopic> asked) throws InterruptedException {
    var at = ticker.getAsLong();
    Map<String, TopicReader.Reading> readings = Map.of();
    try {
      readings = reader.read(asked.stream().map(KnownTopic::name).toList());
    } finally { // always: a topic that waits for its answer is not asked about again
      settle(asked, readings, at);
    }
  }

  private void settle(List<KnownTopic> asked, Map<String, TopicReader.Reading> readings, long at) {
    try {
      topics.settle(asked, topic -> readings.getOrDefault(topic, TopicReader.UNREAD), at);
    } finally {
      lock.lock();
      try {
        told.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Waits until no topic is open.
   *
   * @param isOpen whether a topic still has to be waited for; tested after each answer, and every
   *     50 ms
   */
  boolean await(Collection<KnownTopic> asked, Predicate<KnownTopic> isOpen, long nanos)
      throws InterruptedException {
    var left = nanos;
    var open = new ArrayList<>(asked);
    lock.lockInterruptibly();
    try {
      open.removeIf(isOpen.negate());
      while (!open.isEmpty() && left > 0) {
        var look = Math.min(left, LOOK_NANOS);
        left -= look - told.awaitNanos(look);
        open.removeIf(isOpen.negate());
      }
      return open.isEmpty();
    } finally {
      lock.unlock();
    }
  }
}
