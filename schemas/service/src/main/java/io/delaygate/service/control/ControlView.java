package io.delaygate.service.control;

import io.delaygate.schemas.job.Policy;
import java.util.Map;

/**
 * What is decided about all targets, namespaces and tokens, at one moment.
 *
 * @param targets by topic; those that nobody decided about are not in it
 * @param namespaces by name
 * @param tokens by hash, SHA-256 in hexadecimal digits; some may belong to no namespace any more
 */
public record ControlView(
    Map<String, TargetControl> targets,
    Map<String, NamespaceControl> namespaces,
    Map<String, TokenControl> tokens) {
  /** Where nobody decided anything. */
  public static final ControlView EMPTY = new ControlView(Map.of(), Map.of(), Map.of());

  /** Copies that nobody changes. */
  public ControlView {
    targets = Map.copyOf(targets);
    namespaces = Map.copyOf(namespaces);
    tokens = Map.copyOf(tokens);
  }

  /** Whether there is such a namespace; the default one always is. */
  public boolean has(String namespace) {
    return namespace.equals(NamespaceControl.DEFAULT) || namespaces.containsKey(namespace);
  }

  /** What is decided about a target. */
  public TargetControl of(String topic) {
    return targets.getOrDefault(topic, TargetControl.NONE);
  }

  /** How jobs of a target are treated that do not say it. */
  public Policy defaults(String topic) {
    var defaults = of(topic).defaults();
    return defaults == null ? Policy.USUAL : defaults;
  }
}
