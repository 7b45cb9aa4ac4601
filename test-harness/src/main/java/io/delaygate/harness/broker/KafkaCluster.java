package io.delaygate.harness.broker;

/** A running Kafka cluster that this JVM may use and finally close. */
public interface KafkaCluster extends AutoCloseable {

  /**
   * Addresses for {@code bootstrap.servers}, {@code host:port} separated by commas; never empty.
   */
  String bootstrapServers();

  /** Number of brokers, which bounds the replication factor of a topic. */
  int nodes();

  /** Stops all brokers and frees what was made for them; a second call does nothing. */
  @Override
  void close();
}
