package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Condition on the target of jobs, which callers name as a topic or as an endpoint of their
 * namespace.
 *
 * @param names of the installation
 * @param namespace of the caller
 */
record TargetFilter(TopicNames names, String namespace) {
  static final String TOPIC = "topic";
  static final String ENDPOINT = "endpoint";

  /**
   * The target that a call names; null for any.
   *
   * @param problem of a field or parameter, from its name and what is wrong with it
   */
  @Nullable String target(
      @Nullable String topic,
      @Nullable String endpoint,
      BiFunction<String, String, ProblemException> problem) {
    if (topic != null && !QueryParameters.isTopic(topic)) {
      throw problem.apply(
          TOPIC,
          "must be a valid topic name: 1 to 249 of a-z, A-Z, 0-9, '.', '_', '-', and not '.' or"
              + " '..'");
    }
    if (endpoint == null) {
      return topic;
    }
    if (topic != null) {
      throw problem.apply(
          ENDPOINT, "cannot be given together with '%s'; use one of them".formatted(TOPIC));
    }
    return names
        .endpoint(namespace, endpoint)
        .orElseThrow(
            () ->
                problem.apply(
                    ENDPOINT,
                    "must be the name of an endpoint: 1 to %d letters, digits, '-' and '_'"
                        .formatted(EndpointName.NAME_CHARS)));
  }

  /** The target that the parameters of a call name; null for any. */
  @Nullable String target(QueryParameters given) {
    return target(given.text(TOPIC), given.text(ENDPOINT), QueryParameters::invalid);
  }
}
