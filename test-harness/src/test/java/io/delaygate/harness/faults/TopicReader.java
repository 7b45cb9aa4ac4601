package io.delaygate.harness.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * A {@code read_committed} reader that notes the time of each record, and never makes brokers
 * create a topic. For one thread.
 */
final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  TopicReader(String bootstrapServers, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                50),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Records since the last poll. */
  List<Seen> poll() {
    var polled = consumer.poll(POLL);
    var nowMs = System.currentTimeMillis();
    var fresh = new ArrayList<Seen>();
    polled.forEach(record -> fresh.add(new Seen(record, nowMs)));
    return fresh;
  }

  /** Whether all records are read that were committed at the first call. */
  boolean isAtEnd() {
    if (ends.isEmpty()) {
      ends.putAll(consumer.endOffsets(consumer.assignment()));
    }
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(2)));
  }

  /** A record with the time at which it was read, epoch milliseconds. */
  record Seen(ConsumerRecord<byte[], byte[]> record, long atMs) {
    String text() {
      return record.value() == null ? "" : new String(record.value(), UTF_8);
    }

    @Nullable String header(String name) {
      var header = record.headers().lastHeader(name);
      return header == null ? null : new String(header.value(), UTF_8);
    }
  }
}
