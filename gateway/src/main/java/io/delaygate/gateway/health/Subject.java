package io.delaygate.gateway.health;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.topics.EndpointName;
import org.jspecify.annotations.Nullable;

/**
 * Part of an installation that has a fault; all parts are null for the installation as a whole.
 *
 * @param instance address of a scheduler
 * @param topic target topic, or that of a queue
 * @param endpoint HTTP endpoint
 * @param namespace whose senders or jobs are meant; null for all
 */
record Subject(
    @Nullable String instance,
    @Nullable String topic,
    @Nullable EndpointName endpoint,
    @Nullable String namespace) {
  static final Subject INSTALLATION = new Subject(null, null, null, null);

  static Subject instance(String url) {
    return new Subject(url, null, null, null);
  }

  /** The target that a topic's name stands for: an endpoint has such a name too. */
  static Subject target(String name) {
    return EndpointName.find(name)
        .map(Subject::endpoint)
        .orElseGet(() -> new Subject(null, name, null, null));
  }

  static Subject endpoint(EndpointName name) {
    return new Subject(null, null, name, name.namespace());
  }

  /** The same, of the senders of one namespace. */
  Subject of(String owner) {
    return new Subject(instance, topic, endpoint, owner);
  }

  /** Whether it is a part that all namespaces share, and not a target. */
  boolean isShared() {
    return topic == null && endpoint == null && namespace == null;
  }

  /** The name of the target in a sentence. */
  String name() {
    if (endpoint != null) {
      return "endpoint " + endpoint.name();
    }
    return topic == null ? "no target" : topic;
  }

  void put(ObjectNode json) {
    if (instance != null) {
      json.put("instance", instance);
    }
    if (topic != null) {
      json.put("topic", topic);
    }
    if (namespace != null) {
      json.put("namespace", namespace);
    }
    if (endpoint != null) {
      json.put("endpoint", endpoint.name());
    }
  }
}
