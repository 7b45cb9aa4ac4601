package io.delaygate.gateway.control;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicPatterns;
import io.delaygate.service.control.NamespaceControl;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rules for the topics that jobs of a namespace may name: those that its lists permit, besides what
 * the installation allows. Of the topics of queues it may name its own, whatever the lists say.
 * Thread-safe.
 */
public final class NamespaceTargets {
  /**
   * One for each namespace, and as many for changed lists. When it is reached, all are made again.
   */
  private static final int RULES_MAX = 2 * NamespacesHandler.NAMESPACES_MAX;

  private final ControlCache known;
  private final TopicNames names;
  private final ConcurrentHashMap<NamespaceControl, TopicPatterns> rules =
      new ConcurrentHashMap<>();

  /**
   * Applies the decisions in force.
   *
   * @param names tells which topics belong to queues, and to which namespace
   */
  public NamespaceTargets(ControlCache known, TopicNames names) {
    this.known = known;
    this.names = names;
  }

  /** Whether a job of the namespace may name the topic. */
  public boolean allows(String namespace, String topic) {
    if (names.isQueue(topic)) {
      return topic.startsWith(names.queuesOf(namespace));
    }
    var control = known.view().namespaces().getOrDefault(namespace, NamespaceControl.OPEN);
    if (rules.size() >= RULES_MAX) {
      rules.clear();
    }
    return rules
        .computeIfAbsent(control, lists -> new TopicPatterns(lists.allow(), lists.deny()))
        .allows(topic);
  }
}
