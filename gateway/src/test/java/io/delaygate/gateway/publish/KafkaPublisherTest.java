package io.delaygate.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaPublisherTest {
  private static final String TOPIC = "delay-requests";
  private final MockProducer<byte[], byte[]> producer = producer(3);
  private final KafkaPublisher publisher = new KafkaPublisher(producer, TOPIC);

  @Test
  void countsThePartitions() {
    assertThat(publisher.partitions()).hasValue(3);
  }

  @Test
  void hasNoPartitionsWhileThereIsNoMetadata() {
    producer.partitionsForException = new TimeoutException("no metadata");

    assertThat(publisher.partitions()).isEmpty();
  }

  @Test
  void isStoredOnceAcknowledged() throws Exception {
    var published = publish();
    assertThat(published).isNotDone();

    producer.completeNext();

    assertThat(published.get(1, TimeUnit.SECONDS)).isInstanceOf(PublishResult.Stored.class);
    assertThat(((PublishResult.Stored) published.get()).partition()).isEqualTo(2);
  }

  @Test
  void nobodyKnowsAfterATimeOut() throws Exception {
    assertThat(failedWith(new TimeoutException("not acknowledged in time")))
        .isInstanceOf(PublishResult.Unknown.class);
    assertThat(failedWith(new NotEnoughReplicasAfterAppendException("written, but too few")))
        .isInstanceOf(PublishResult.Unknown.class);
  }

  @Test
  void isNotStoredWhenTheBrokerSaysNo() throws Exception {
    assertThat(failedWith(new TopicAuthorizationException(Set.of(TOPIC))))
        .isInstanceOf(PublishResult.NotStored.class);
    assertThat(failedWith(new RecordTooLargeException("too large")))
        .isInstanceOf(PublishResult.TooLarge.class);
  }

  @Test
  void isNotStoredWhenTheProducerGivesUpBeforeSending() throws Exception {
    producer.sendException = new KafkaException("no");

    assertThat(publish().get()).isInstanceOf(PublishResult.NotStored.class);
  }

  @Test
  void isNotStoredWhenTheProducerIsClosed() throws Exception {
    publisher.close();

    assertThat(publish().get()).isInstanceOf(PublishResult.NotStored.class);
  }

  private PublishResult failedWith(RuntimeException failure) throws Exception {
    var published = publish();
    producer.errorNext(failure);
    return published.get(1, TimeUnit.SECONDS);
  }

  private CompletableFuture<PublishResult> publish() {
    return publisher.publish(new ProducerRecord<>(TOPIC, 2, new byte[] {1}, null));
  }

  private static MockProducer<byte[], byte[]> producer(int partitions) {
    var node = new Node(0, "h", 1);
    var nodes = new Node[] {node};
    var infos =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new PartitionInfo(TOPIC, partition, node, nodes, nodes))
            .toList();
    return new MockProducer<>(
        new Cluster("c", List.of(node), infos, Set.of(), Set.of()),
        false,
        null,
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
