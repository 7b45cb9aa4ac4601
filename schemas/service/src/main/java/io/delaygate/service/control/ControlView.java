package io.delaygate.service.control;

import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.EndpointName;
import java.util.Map;
import java.util.Optional;

/**
 * Snapshot of all decisions about targets, namespaces, tokens and endpoints.
 *
 * @param targets by topic; targets without a decision are absent. The target of an endpoint has the
 *     endpoint's rate and policy
 * @param namespaces by name
 * @param tokens by hash, SHA-256 in hexadecimal digits; some may belong to a deleted namespace
 * @param endpoints by name, with secrets that were sealed anew; some may belong to a deleted
 *     namespace
 * @param reseals secrets that were sealed anew, by endpoint; some may be out of date
 */
public record ControlView(
    Map<String, TargetControl> targets,
    Map<String, NamespaceControl> namespaces,
    Map<String, TokenControl> tokens,
    Map<EndpointName, EndpointControl> endpoints,
    Map<EndpointName, ResealedSecrets> reseals) {
  /** The view without decisions. */
  public static final ControlView EMPTY = new ControlView(Map.of(), Map.of(), Map.of());

  /** Makes immutable copies. */
  public ControlView {
    targets = Map.copyOf(targets);
    namespaces = Map.copyOf(namespaces);
    tokens = Map.copyOf(tokens);
    endpoints = Map.copyOf(endpoints);
    reseals = Map.copyOf(reseals);
  }

  /** A view without endpoints. */
  public ControlView(
      Map<String, TargetControl> targets,
      Map<String, NamespaceControl> namespaces,
      Map<String, TokenControl> tokens) {
    this(targets, namespaces, tokens, Map.of(), Map.of());
  }

  /** Whether the namespace exists; the default one always does. */
  public boolean has(String namespace) {
    return namespace.equals(NamespaceControl.DEFAULT) || namespaces.containsKey(namespace);
  }

  /** The decisions about a target. */
  public TargetControl of(String topic) {
    return targets.getOrDefault(topic, TargetControl.NONE);
  }

  /** Whether the endpoint exists, in a namespace that does. */
  public boolean has(EndpointName name) {
    return endpoint(name).isPresent();
  }

  /** The endpoint of that name; empty without one, or in a namespace that was deleted. */
  public Optional<EndpointControl> endpoint(EndpointName name) {
    return Optional.ofNullable(endpoints.get(name)).filter(endpoint -> has(name.namespace()));
  }

  /** The default policy of the jobs of a target. */
  public Policy defaults(String topic) {
    var defaults = of(topic).defaults();
    return defaults == null ? Policy.USUAL : defaults;
  }
}
