package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokerProcessTest {
  private BrokerProcess broker;
  private Topics topics;

  @BeforeAll
  void start() {
    broker = BrokerProcess.start(BrokerOptions.singleNode());
    topics = new Topics(broker);
  }

  @AfterAll
  void stop() {
    topics.close();
    broker.close();
  }

  @Test
  void keepsAcknowledgedRecordsOverASigkill() throws Exception {
    // Given
    topics.create("plain", 1);
    try (var producer = Records.producer(broker, Map.of())) {
      Records.send(producer, "plain", "before");

      // When
      broker.kill();
      assertThat(broker.isAlive()).isFalse();
      broker.start();

      // Then
      Records.send(producer, "plain", "after");
      assertThat(Records.read(broker, "plain", 2)).containsExactly("before", "after");
    }
  }

  @Test
  void keepsCommittedTransactionsOverASigkillAndDropsTheOpenOne() throws Exception {
    // Given
    topics.create("transactional", 1);
    try (var producer = transactional()) {
      producer.beginTransaction();
      Records.send(producer, "transactional", "committed");
      producer.commitTransaction();
      producer.beginTransaction();
      Records.send(producer, "transactional", "open");

      // When
      broker.kill();
      broker.start();
    }

    // Then
    try (var successor = transactional()) {
      successor.beginTransaction();
      Records.send(successor, "transactional", "next");
      successor.commitTransaction();
    }
    assertThat(Records.read(broker, "transactional", 2)).containsExactly("committed", "next");
  }

  @Test
  void startsAgainAfterACleanStop() throws Exception {
    // Given
    topics.create("clean", 1);
    Records.write(broker, "clean", "kept");

    // When
    broker.terminate();
    broker.start();

    // Then
    assertThat(Records.read(broker, "clean", 1)).containsExactly("kept");
  }

  @Test
  void showsTheOutputOfAProcessThatCannotStart() throws Exception {
    // Given
    int port = FreePorts.choose(1).get(0);
    try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      BrokerOptions options = BrokerOptions.singleNode().withPort(taken.getLocalPort());

      // When
      assertThatThrownBy(() -> BrokerProcess.start(options))

          // Then
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ended with 1")
          .hasMessageContaining("Address already in use");
    }
  }

  private KafkaProducer<String, String> transactional() {
    KafkaProducer<String, String> producer =
        Records.producer(broker, Map.of("transactional.id", "one-writer"));
    producer.initTransactions();
    return producer;
  }
}
