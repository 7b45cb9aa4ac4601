package io.delaygate.harness.broker;

import io.delaygate.schemas.topics.TopicNames;
import java.util.Map;

/** Running Kafka cluster for tests, which this JVM may use and must close. */
public interface KafkaCluster extends AutoCloseable {

  /**
   * Addresses for {@code bootstrap.servers}, {@code host:port} separated by commas; never empty.
   */
  String bootstrapServers();

  /** The connection settings of a scheduler. */
  default Map<String, String> schedulerSettings() {
    return Map.of("bootstrap.servers", bootstrapServers());
  }

  /** The connection settings of a gateway. */
  default Map<String, String> gatewaySettings() {
    return Map.of("bootstrap.servers", bootstrapServers());
  }

  /**
   * Grants services the rights for an installation without queues, if the cluster restricts them.
   *
   * @param targets prefix of the names of targets
   */
  default void grant(TopicNames names, String targets) {}

  /** Grants the additional rights for queues. */
  default void grantQueues(TopicNames names) {}

  /**
   * Whether services may neither create topics nor read their settings. Tests then create all
   * topics, including changelogs.
   */
  default boolean isRestricted() {
    return false;
  }

  /** Number of brokers, which limits the replication factor of a topic. */
  int nodes();

  /** Stops all brokers and deletes their temporary data; a second call does nothing. */
  @Override
  void close();
}
