package io.delaygate.gateway.control;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicPatterns;
import io.delaygate.service.control.NamespaceControl;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which topics jobs of a namespace may name: those of its lists, beside what the installation
 * allows; and of topics of queues its own, whatever the lists say. Thread-safe.
 */
public final class NamespaceTargets {
  /** One for each namespace, and room for what was decided anew; then all are made again. */
  private static final int RULES_MAX = 2 * NamespacesHandler.NAMESPACES_MAX;

  private final ControlCache known;
  private final TopicNames names;
  private final ConcurrentHashMap<NamespaceControl, TopicPatterns> rules =
      new ConcurrentHashMap<>();

  /**
   * By what is known.
   *
   * @param names tells which topics are of queues, and whose
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
