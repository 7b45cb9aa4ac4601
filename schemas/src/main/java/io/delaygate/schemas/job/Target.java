package io.delaygate.schemas.job;

import io.delaygate.schemas.topics.EndpointName;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Destination of a job: topic, key and partition.
 *
 * @param topic a valid topic name, and not one of our own topics; or the name that stands for a
 *     queue or an endpoint
 * @param key the key of the delivered record, opaque; null is a null key. For an endpoint, the path
 *     that is appended to its URL
 * @param partition null leaves the choice to Kafka's default partitioner
 */
public record Target(String topic, byte @Nullable [] key, @Nullable Integer partition) {
  /**
   * The HTTP endpoint that this target name stands for.
   *
   * @param topic the target, of the form that {@code TopicNames.endpoint} gives
   * @param path null for none
   */
  public static Target ofEndpoint(String topic, @Nullable String path) {
    var key = path == null ? null : path.getBytes(StandardCharsets.UTF_8);
    return new Target(topic, key, null);
  }

  /** Whether it is an HTTP endpoint. */
  public boolean isEndpoint() {
    return EndpointName.isTarget(topic);
  }

  /** The path that is appended to the URL of the endpoint; null for none. */
  public @Nullable String path() {
    return key == null || !isEndpoint() ? null : new String(key, StandardCharsets.UTF_8);
  }
}
