package io.delaygate.harness.broker;

import org.jspecify.annotations.Nullable;

/** Which Kafka the tests run against. */
enum KafkaChoice {
  /** A broker in the test JVM. */
  EMBEDDED {
    @Override
    KafkaCluster start() {
      return EmbeddedKafka.start(BrokerOptions.singleNode());
    }
  },

  /** Kafka's own container image; aborts the test where no Docker engine runs. */
  CONTAINER {
    @Override
    KafkaCluster start() {
      return ContainerKafka.startOrSkip();
    }
  };

  static final String VARIABLE = "DELAYGATE_TEST_KAFKA";

  abstract KafkaCluster start();

  /** The choice that the variable's value names; unset or empty means embedded. */
  static KafkaChoice of(@Nullable String value) {
    if (value == null || value.isEmpty() || value.equals("embedded")) {
      return EMBEDDED;
    }
    if (value.equals("container")) {
      return CONTAINER;
    }
    throw new IllegalArgumentException(
        VARIABLE + " must be embedded or container, not \"" + value + "\"");
  }
}
