package io.delaygate.harness.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.harness.faults.TopicFaults.MadeUpException;
import io.delaygate.harness.faults.TopicFaults.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyProducerTest {
  private static final String BROKEN = "broken";

  private final TopicFaults faults = new TopicFaults();
  private final MockProducer<byte[], byte[]> kafka =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final FaultyProducer producer = new FaultyProducer(kafka, faults);

  @BeforeEach
  void begin() {
    producer.initTransactions();
    producer.beginTransaction();
  }

  @Test
  void throwsAtTheSendOfThatTopicOnly() {
    faults.set(BROKEN, Place.SEND);

    assertThatThrownBy(() -> send(BROKEN)).isInstanceOf(MadeUpException.class);
    send("sound");
    producer.commitTransaction();

    assertThat(kafka.history()).extracting(ProducerRecord::topic).containsExactly("sound");
  }

  @Test
  void anErrorInTheCallbackLeavesNothingButTheAbort() throws Exception {
    // Given
    faults.set(BROKEN, Place.CALLBACK);
    var failure = new CompletableFuture<Exception>();

    // When
    var unused =
        producer.send(record(BROKEN), (metadata, exception) -> failure.complete(exception));

    // Then
    assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(MadeUpException.class);
    assertThatThrownBy(() -> send("sound")).isInstanceOf(KafkaException.class);
    assertThatThrownBy(producer::commitTransaction).hasCauseInstanceOf(MadeUpException.class);
    producer.abortTransaction();
    producer.beginTransaction();
    send("sound");
    producer.commitTransaction();
    assertThat(kafka.history()).extracting(ProducerRecord::topic).containsExactly("sound");
  }

  @Test
  void throwsAtFlushAndCommitOfTransactionsWithARecordOfThatTopic() {
    var thrown = new ArrayList<String>();
    for (var place : List.of(Place.FLUSH, Place.COMMIT)) {
      // Given
      faults.set(BROKEN, place);
      send(BROKEN);

      // When
      try {
        producer.flush();
        producer.commitTransaction();
      } catch (MadeUpException expected) {
        thrown.add(place.name());
      }

      // Then
      producer.abortTransaction();
      producer.beginTransaction();
      send("sound");
      producer.flush();
      producer.commitTransaction();
      producer.beginTransaction();
    }
    assertThat(thrown).containsExactly("FLUSH", "COMMIT");
  }

  @Test
  void worksAgainOnceItIsCleared() {
    faults.set(BROKEN, Place.COMMIT);
    send(BROKEN);
    faults.clear(BROKEN);

    producer.commitTransaction();

    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> kafka.history().size() == 1);
  }

  private void send(String topic) {
    var unused = producer.send(record(topic));
  }

  private static ProducerRecord<byte[], byte[]> record(String topic) {
    return new ProducerRecord<>(topic, new byte[] {1});
  }
}
