package io.delaygate.harness.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** A {@code read_committed} reader of whole topics, from their beginning. One thread only. */
final class CommittedLog implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

  CommittedLog(String bootstrapServers, List<String> topics) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                5_000,
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                50),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    partitions =
        topics.stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .collect(Collectors.toList());
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /**
   * All records so far. A transaction that is still open hides what follows it, so that this waits
   * for its end.
   *
   * @throws IllegalStateException if a transaction stays open
   */
  List<ConsumerRecord<byte[], byte[]>> toTheEnd() {
    var ends = consumer.endOffsets(partitions);
    var deadline = System.nanoTime() + LIMIT.toNanos();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("an open transaction hides the end of " + behind());
      }
      consumer.poll(POLL).forEach(seen::add);
    }
    return seen;
  }

  private List<String> behind() {
    return partitions.stream().map(p -> p + " at " + consumer.position(p)).toList();
  }

  static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : text(header.value());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
