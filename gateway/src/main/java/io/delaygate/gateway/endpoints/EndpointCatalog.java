package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.control.ControlCache;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Endpoints of the installation, as this gateway has read their records. Thread-safe. */
public final class EndpointCatalog {
  private static final int LOCKED = 100;

  private final ControlCache known;
  private final TopicNames names;
  private final EndpointSeal seal;

  /**
   * Reads the decisions in force.
   *
   * @param box empty where endpoints are off
   */
  public EndpointCatalog(ControlCache known, TopicNames names, Optional<SecretBox> box) {
    this.known = known;
    this.names = names;
    this.seal = new EndpointSeal(box);
  }

  /** The endpoint of that name; empty without one, or in a namespace that was deleted. */
  public Optional<KnownEndpoint> find(EndpointName name) {
    return known.view().endpoint(name).map(control -> seal.open(name, control));
  }

  /**
   * The endpoint of that name if it differs from the known one: its record is another, or its
   * secrets open now, as the file of keys has changed.
   *
   * @param last the endpoint that is known; null for none
   */
  public Optional<KnownEndpoint> changed(EndpointName name, @Nullable KnownEndpoint last) {
    return known
        .view()
        .endpoint(name)
        .filter(control -> !(last instanceof Endpoint) || !control.equals(last.control()))
        .map(control -> seal.open(name, control))
        .filter(endpoint -> !endpoint.equals(last));
  }

  /** The names of the endpoints of a namespace, in their order. */
  public List<String> of(String namespace) {
    return known.view().endpoints().keySet().stream()
        .filter(name -> name.namespace().equals(namespace))
        .map(EndpointName::name)
        .sorted()
        .toList();
  }

  /** All endpoints of namespaces that exist; some may not be callable. */
  public List<EndpointName> all() {
    var view = known.view();
    return view.endpoints().keySet().stream().filter(name -> view.has(name.namespace())).toList();
  }

  /**
   * Endpoints that cannot be called, with the reason; none while their records were never read, and
   * a hundred at most, since it opens the secrets of each.
   */
  public Map<EndpointName, String> locked() {
    var locked = new TreeMap<EndpointName, String>(Comparator.comparing(EndpointName::toString));
    List<EndpointName> named;
    try {
      named = all();
    } catch (ProblemException notYetRead) {
      return locked;
    }
    named.stream()
        .limit(LOCKED)
        .forEach(
            name ->
                find(name)
                    .filter(LockedEndpoint.class::isInstance)
                    .map(LockedEndpoint.class::cast)
                    .ifPresent(closed -> locked.put(name, closed.obstacle())));
    return locked;
  }

  /** The target that stands for an endpoint. */
  public String target(EndpointName name) {
    return names.endpoint(name);
  }

  EndpointSeal seal() {
    return seal;
  }

  ControlCache known() {
    return known;
  }
}
