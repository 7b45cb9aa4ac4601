package io.delaygate.harness.broker;

import java.util.Map;

/** A running Kafka cluster that this JVM may use and finally close. */
public interface KafkaCluster extends AutoCloseable {

  /**
   * Addresses for {@code bootstrap.servers}, {@code host:port} separated by commas; never empty.
   */
  String bootstrapServers();

  /**
   * The settings by which a scheduler or gateway connects. Not the addresses alone where services
   * log in and may do less than the tests.
   */
  default Map<String, String> serviceSettings() {
    return Map.of("bootstrap.servers", bootstrapServers());
  }

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
