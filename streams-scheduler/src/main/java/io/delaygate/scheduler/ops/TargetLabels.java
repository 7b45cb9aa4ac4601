package io.delaygate.scheduler.ops;

import io.delaygate.schemas.topics.TopicPatterns;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Metric labels of targets, limited in number: Prometheus keeps a series for each label, and
 * senders may name any number of topics. The first targets keep their names until the instance
 * stops, so that no series breaks off; later ones share one label. Thread-safe.
 */
public final class TargetLabels {
  static final String OTHER = "other";

  private final TopicPatterns named;
  private final int max;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /**
   * Creates labels of targets.
   *
   * @param named targets that may have a label of their own
   * @param max largest number of such targets, 0 or more
   */
  public TargetLabels(TopicPatterns named, int max) {
    this.named = named;
    this.max = max;
  }

  String of(String topic) {
    if (seen.contains(topic)) {
      return topic;
    }
    return named.allows(topic) && admit(topic) ? topic : OTHER;
  }

  private synchronized boolean admit(String topic) {
    return seen.contains(topic) || (seen.size() < max && seen.add(topic));
  }
}
