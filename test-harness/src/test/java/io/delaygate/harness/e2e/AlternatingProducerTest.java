package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.broker.Topics;
import io.delaygate.scheduler.delivery.AlternatingProducer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@KafkaTest
class AlternatingProducerTest {
  private static final int TRANSACTIONS = 50;

  private final String topic = "alternating-" + UUID.randomUUID();
  private KafkaCluster cluster;
  private Topics topics;
  private int committed;
  private int aborted;

  @BeforeEach
  void createTopic(KafkaCluster kafka) {
    cluster = kafka;
    topics = new Topics(kafka);
    topics.create(topic, 1);
  }

  @AfterEach
  void close() {
    topics.close();
  }

  @Test
  void transactionsAreReadInTheirOrder() {
    // Given
    try (var producer = producer()) {
      producer.initTransactions();

      // When
      for (var i = 0; i < TRANSACTIONS; i++) {
        producer.beginTransaction();
        send(producer, i);
        producer.commitTransaction();
      }
    }

    // Then
    assertThat(read()).isEqualTo(IntStream.range(0, TRANSACTIONS).boxed().toList());
    assertThat(committed).isEqualTo(TRANSACTIONS);
  }

  /** Whichever of the two had its turn. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theNextOwnerEndsWhatWasLeftOpen(int before) {
    try (var left = producer();
        var owner = producer()) {
      // Given
      left.initTransactions();
      for (var i = 0; i < before; i++) {
        left.beginTransaction();
        send(left, i);
        left.commitTransaction();
      }
      left.beginTransaction();
      send(left, -1);
      left.flush();

      // When
      owner.initTransactions();
      owner.beginTransaction();
      send(owner, before);
      owner.commitTransaction();

      // Then
      assertThatThrownBy(left::commitTransaction).isInstanceOf(ProducerFencedException.class);
      assertThat(read()).isEqualTo(IntStream.rangeClosed(0, before).boxed().toList());
    }
  }

  @Test
  void anAbortedTransactionIsNotRead() {
    // Given
    try (var producer = producer()) {
      producer.initTransactions();

      // When
      producer.beginTransaction();
      send(producer, -1);
      producer.abortTransaction();
      producer.beginTransaction();
      send(producer, 0);
      producer.commitTransaction();
    }

    // Then
    assertThat(read()).containsExactly(0);
    assertThat(committed).isEqualTo(1);
    assertThat(aborted).isEqualTo(1);
  }

  private void send(AlternatingProducer producer, int number) {
    var value = Client.bytes(Integer.toString(number));
    var unused = producer.send(new ProducerRecord<>(topic, value));
  }

  private AlternatingProducer producer() {
    return new AlternatingProducer(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            cluster.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            topic),
        () -> {
          throw new IllegalStateException("no offsets are sent");
        },
        () -> committed++,
        () -> aborted++);
  }

  private List<Integer> read() {
    try (var reader = new Reader(cluster.bootstrapServers(), topic)) {
      return reader.toTheEnd().stream().map(r -> Integer.valueOf(Reader.text(r.value()))).toList();
    }
  }
}
