package io.delaygate.harness.broker;

import io.delaygate.schemas.topics.TopicNames;
import java.util.Map;

/** A running Kafka cluster that this JVM may use and finally close. */
public interface KafkaCluster extends AutoCloseable {

  /**
   * Addresses for {@code bootstrap.servers}, {@code host:port} separated by commas; never empty.
   */
  String bootstrapServers();

  /** The settings by which a scheduler connects. */
  default Map<String, String> schedulerSettings() {
    return Map.of("bootstrap.servers", bootstrapServers());
  }

  /** The settings by which a gateway connects. */
  default Map<String, String> gatewaySettings() {
    return Map.of("bootstrap.servers", bootstrapServers());
  }

  /**
   * Lets services do what they need for an installation without queues, where they may not do
   * everything.
   *
   * @param targets what the names of targets begin with
   */
  default void grant(TopicNames names, String targets) {}

  /** The same for what queues need beside. */
  default void grantQueues(TopicNames names) {}

  /**
   * Whether services may neither create topics, so that the tests have to, changelogs included, nor
   * read their settings.
   */
  default boolean isRestricted() {
    return false;
  }

  /** Number of brokers, which bounds the replication factor of a topic. */
  int nodes();

  /** Stops all brokers and frees what was made for them; a second call does nothing. */
  @Override
  void close();
}
