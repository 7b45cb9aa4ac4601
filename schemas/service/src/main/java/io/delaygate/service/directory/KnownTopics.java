package io.delaygate.service.directory;

import io.delaygate.service.directory.KnownTopic.Change;
import io.delaygate.service.directory.TopicReader.Reading;
import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cache of the topics that were asked about within the last minute. Thread-safe. */
final class KnownTopics {
  /**
   * Largest number of remembered names without a topic: twice the 100,000 missing targets of the
   * tests, about 60 MB. Further names stay unknown.
   */
  static final int STRANGERS_MOST = 200_000;

  private static final Logger LOG = LoggerFactory.getLogger(KnownTopics.class);
  private static final long IN_USE_NANOS = Duration.ofMinutes(1).toNanos();

  private final Map<String, KnownTopic> topics = new ConcurrentHashMap<>();
  private final List<TopicListener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger strangers = new AtomicInteger();

  void listen(TopicListener listener) {
    listeners.add(listener);
  }

  @Nullable KnownTopic get(String name) {
    return topics.get(name);
  }

  /** Adds a topic; null when too many names without a topic are remembered. */
  @Nullable KnownTopic add(String name, long now) {
    if (strangers.get() >= STRANGERS_MOST) {
      return null;
    }
    return topics.computeIfAbsent(
        name,
        added -> {
          strangers.incrementAndGet();
          return new KnownTopic(added, now);
        });
  }

  /** Whether there are more names without a topic than fit into one request. */
  boolean isCrowded() {
    return strangers.get() > TopicReader.NAMES_MOST;
  }

  /** Forgets topics that were not used for a minute. */
  synchronized void dropUnused(long now) {
    topics
        .values()
        .removeIf(
            topic -> {
              var unused = topic.isUnused(now, IN_USE_NANOS);
              if (unused && !topic.isSeen()) {
                strangers.decrementAndGet();
              }
              return unused;
            });
  }

  List<KnownTopic> seen() {
    return all(KnownTopic::isSeen);
  }

  List<KnownTopic> absent() {
    return all(topic -> topic.isAbsent() && !topic.isAsked());
  }

  private List<KnownTopic> all(Predicate<KnownTopic> which) {
    return topics.values().stream().filter(which).toList();
  }

  /**
   * Takes answers by the names of topics; when all are taken, it tells the listeners about changes.
   */
  void settle(List<KnownTopic> asked, Function<String, Reading> readings, long at) {
    var changes = new LinkedHashMap<String, Change>();
    for (var topic : asked) {
      changes.put(topic.name(), counted(topic, readings.apply(topic.name()), at));
    }
    changes.forEach(this::tell);
  }

  private synchronized Change counted(KnownTopic topic, Reading reading, long at) {
    var wasSeen = topic.isSeen();
    var change = topic.settle(reading, at);
    if (topics.get(topic.name()) != topic) {
      return Change.NOTHING; // dropped meanwhile
    }
    if (wasSeen != topic.isSeen()) {
      strangers.addAndGet(wasSeen ? 1 : -1);
    }
    return change;
  }

  private void tell(String name, Change change) {
    if (change == Change.NOTHING) {
      return;
    }
    if (change == Change.GONE) {
      LOG.atWarn()
          .addKeyValue(LogKey.TOPIC.key(), name)
          .log(
              "A topic in use was deleted; its due jobs wait until it exists again, new jobs are"
                  + " refused");
      listeners.forEach(listener -> listener.gone(name));
    } else {
      LOG.atWarn()
          .addKeyValue(LogKey.TOPIC.key(), name)
          .log("A topic in use was deleted and recreated: it has another id than before");
      listeners.forEach(listener -> listener.remade(name));
    }
  }
}
