package io.delaygate.harness.broker;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Choice of the Kafka cluster that the tests use. */
enum KafkaChoice {
  /** A broker in the test JVM. */
  EMBEDDED {
    @Override
    KafkaCluster start() {
      return start(BrokerOptions.singleNode());
    }
  },

  /** Three brokers in the test JVM. */
  THREE_NODES {
    @Override
    KafkaCluster start() {
      return start(BrokerOptions.nodes(3));
    }
  },

  /** Three brokers, where services have only the rights of a managed Kafka. */
  RESTRICTED {
    @Override
    KafkaCluster start() {
      return RestrictedKafka.start();
    }
  },

  /** Kafka's container image; aborts the test without a Docker engine. */
  CONTAINER {
    @Override
    KafkaCluster start() {
      return ContainerKafka.startOrSkip();
    }
  };

  static final String VARIABLE = "DELAYGATE_TEST_KAFKA";

  abstract KafkaCluster start();

  /** Starts brokers in this JVM, or in processes if they are of another release. */
  static KafkaCluster start(BrokerOptions options) {
    return BrokerRelease.isOther() ? NodeProcesses.start(options) : EmbeddedKafka.start(options);
  }

  /** The choice that the variable names; embedded if it is unset or empty. */
  static KafkaChoice of(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return EMBEDDED;
    }
    return Arrays.stream(values())
        .filter(choice -> choice.word().equals(value))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(VARIABLE + " cannot be \"" + value + "\""));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
