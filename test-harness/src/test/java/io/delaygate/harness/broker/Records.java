package io.delaygate.harness.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Text records in partition 0 of a topic, written with acks=all and read as committed. */
final class Records {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Records() {}

  static KafkaProducer<String, String> producer(KafkaCluster cluster, Map<String, Object> more) {
    var configs = new HashMap<String, Object>(more);
    configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
    configs.put(ProducerConfig.ACKS_CONFIG, "all");
    return new KafkaProducer<>(configs, new StringSerializer(), new StringSerializer());
  }

  /** Sends one record and waits for the brokers' answer. */
  static RecordMetadata send(KafkaProducer<String, String> producer, String topic, String value)
      throws Exception {
    try {
      return producer
          .send(new ProducerRecord<>(topic, 0, null, value))
          .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  static void write(KafkaCluster cluster, String topic, String value) throws Exception {
    try (var producer = producer(cluster, Map.of())) {
      send(producer, topic, value);
    }
  }

  /** The committed values of the topic, at least as many as expected or fewer after 30 s. */
  static List<String> read(KafkaCluster cluster, String topic, int expected) {
    Map<String, Object> configs =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            cluster.bootstrapServers(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed");
    var values = new ArrayList<String>();
    var partition = List.of(new TopicPartition(topic, 0));
    long deadline = System.nanoTime() + LIMIT.toNanos();
    try (var consumer =
        new KafkaConsumer<>(configs, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(partition);
      consumer.seekToBeginning(partition);
      while (values.size() < expected && System.nanoTime() < deadline) {
        consumer.poll(Duration.ofMillis(500)).forEach(r -> values.add(r.value()));
      }
    }
    return values;
  }

  /** Reads the topic as the only member of a group until partitions are assigned. */
  static void joinGroup(KafkaCluster cluster, String topic) {
    Map<String, Object> configs =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            cluster.bootstrapServers(),
            ConsumerConfig.GROUP_ID_CONFIG,
            "readers-of-" + topic);
    try (var consumer =
        new KafkaConsumer<>(configs, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      Topics.await("assignment", () -> joined(consumer));
    }
  }

  private static boolean joined(KafkaConsumer<String, String> consumer) {
    consumer.poll(Duration.ofMillis(100));
    return !consumer.assignment().isEmpty();
  }
}
