package io.delaygate.scheduler.ops;

import io.delaygate.schemas.topics.TopicPatterns;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What targets are called in metrics: each label is a series that Prometheus keeps, and senders may
 * name any number of topics. Those that come first keep their names until the instance stops, so
 * that no series breaks off. Thread-safe.
 */
public final class TargetLabels {
  static final String OTHER = "other";

  private final TopicPatterns named;
  private final int max;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /**
   * Labels of targets.
   *
   * @param named which may be called by their names
   * @param max how many are, 0 or more
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
