package io.delaygate.harness.broker;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which Kafka the tests run against. */
enum KafkaChoice {
  /** A broker in the test JVM. */
  EMBEDDED {
    @Override
    KafkaCluster start() {
      return start(BrokerOptions.singleNode());
    }
  },

  /** Three brokers in the test JVM, as an installation has them. */
  THREE_NODES {
    @Override
    KafkaCluster start() {
      return start(BrokerOptions.nodes(3));
    }
  },

  /** The same, but services have only the rights that a managed Kafka gives. */
  RESTRICTED {
    @Override
    KafkaCluster start() {
      return RestrictedKafka.start();
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

  /** In this JVM, or in processes of their own where they are of another release. */
  static KafkaCluster start(BrokerOptions options) {
    return BrokerRelease.isOther() ? NodeProcesses.start(options) : EmbeddedKafka.start(options);
  }

  /** The choice that the variable's value names; unset or empty means embedded. */
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
