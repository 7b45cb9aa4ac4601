package io.delaygate.service.control;

import io.delaygate.schemas.job.Policy;
import java.util.Map;

/**
 * Snapshot of all decisions about targets, namespaces and tokens.
 *
 * @param targets by topic; targets without a decision are absent
 * @param namespaces by name
 * @param tokens by hash, SHA-256 in hexadecimal digits; some may belong to a deleted namespace
 */
public record ControlView(
    Map<String, TargetControl> targets,
    Map<String, NamespaceControl> namespaces,
    Map<String, TokenControl> tokens) {
  /** The view without decisions. */
  public static final ControlView EMPTY = new ControlView(Map.of(), Map.of(), Map.of());

  /** Makes immutable copies. */
  public ControlView {
    targets = Map.copyOf(targets);
    namespaces = Map.copyOf(namespaces);
    tokens = Map.copyOf(tokens);
  }

  /** Whether the namespace exists; the default one always does. */
  public boolean has(String namespace) {
    return namespace.equals(NamespaceControl.DEFAULT) || namespaces.containsKey(namespace);
  }

  /** The decisions about a target. */
  public TargetControl of(String topic) {
    return targets.getOrDefault(topic, TargetControl.NONE);
  }

  /** The default policy of the jobs of a target. */
  public Policy defaults(String topic) {
    var defaults = of(topic).defaults();
    return defaults == null ? Policy.USUAL : defaults;
  }
}
