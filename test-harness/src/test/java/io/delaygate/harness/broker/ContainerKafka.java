package io.delaygate.harness.broker;

import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/**
 * One broker in the container image of Kafka, with the version of the client, run by
 * Testcontainers.
 */
final class ContainerKafka implements KafkaCluster {
  private final KafkaContainer container;

  private ContainerKafka(KafkaContainer container) {
    this.container = container;
  }

  /** Starts the broker; without a container engine it aborts the test with a message. */
  static ContainerKafka startOrSkip() {
    Assumptions.assumeTrue(
        DockerClientFactory.instance().isDockerAvailable(),
        "no Docker engine: the container variant of Kafka is not tested here");
    var container =
        new KafkaContainer("apache/kafka:" + AppInfoParser.getVersion())
            .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
            .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
    container.start();
    return new ContainerKafka(container);
  }

  @Override
  public String bootstrapServers() {
    return container.getBootstrapServers();
  }

  @Override
  public int nodes() {
    return 1;
  }

  @Override
  public void close() {
    container.stop();
  }
}
