package io.delaygate.service.directory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Queue of topics to ask the brokers about, those first that a caller waits for. Any thread adds
 * without blocking; one thread takes.
 */
final class LookupQueue {
  private final Queue<KnownTopic> urgent = new ConcurrentLinkedQueue<>();
  private final Queue<KnownTopic> added = new ConcurrentLinkedQueue<>();
  private final Map<String, KnownTopic> waiting = new LinkedHashMap<>();

  /** Adds a topic, unless it is already in the queue. */
  void add(KnownTopic topic) {
    if (topic.ask()) {
      added.add(topic);
    }
  }

  /** Adds a topic that a caller waits for, before all others. */
  void addUrgent(KnownTopic topic) {
    topic.ask();
    urgent.add(topic);
  }

  /** Takes topics that callers wait for; empty when there are none. */
  List<KnownTopic> takeUrgent(int most) {
    var taken = new LinkedHashMap<String, KnownTopic>();
    while (taken.size() < most && !urgent.isEmpty()) {
      var topic = urgent.remove();
      waiting.remove(topic.name());
      if (topic.isAsked()) {
        taken.put(topic.name(), topic);
      }
    }
    return List.copyOf(taken.values());
  }

  /** Number of topics that no caller waits for. */
  int count() {
    for (var topic = added.poll(); topic != null; topic = added.poll()) {
      if (topic.isAsked()) {
        waiting.put(topic.name(), topic);
      }
    }
    return waiting.size();
  }

  /** Takes the oldest of these; empty when there are none. */
  List<KnownTopic> take(int most) {
    return taken(waiting.values().stream().limit(most).toList());
  }

  /** Takes the oldest of these that are among the names. */
  List<KnownTopic> take(Set<String> names, int most) {
    var found = new ArrayList<KnownTopic>();
    for (var topic : waiting.values()) {
      if (found.size() == most) {
        break;
      }
      if (names.contains(topic.name())) {
        found.add(topic);
      }
    }
    return taken(found);
  }

  private List<KnownTopic> taken(List<KnownTopic> topics) {
    topics.forEach(topic -> waiting.remove(topic.name()));
    return topics;
  }
}
