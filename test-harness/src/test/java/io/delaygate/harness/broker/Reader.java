package io.delaygate.harness.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** A {@code read_committed} reader of whole topics, from their beginning. For one thread. */
public final class Reader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

  public Reader(String bootstrapServers, String... topics) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                5000,
                // wait of a fetch at the end, and so of toTheEnd() after the last record
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                50),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    partitions =
        Arrays.stream(topics)
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .collect(Collectors.toList());
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Polls once; returns all records so far. */
  public List<ConsumerRecord<byte[], byte[]>> poll() {
    consumer.poll(POLL).forEach(seen::add);
    return seen;
  }

  /** All records so far, once there are at least this many; fails after the limit. */
  public List<ConsumerRecord<byte[], byte[]>> await(int count) {
    return await(count, LIMIT);
  }

  public List<ConsumerRecord<byte[], byte[]>> await(int count, Duration limit) {
    var deadline = System.nanoTime() + limit.toNanos();
    while (seen.size() < count) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("%d of %d records within %s".formatted(seen.size(), count, limit));
      }
      poll();
    }
    return seen;
  }

  /** The only record, once there is one. */
  public ConsumerRecord<byte[], byte[]> one() {
    return await(1).get(0);
  }

  /**
   * Reads until no record is left: the position has passed the last record, and no transaction
   * before it is open. The position also passes the records of an aborted transaction.
   */
  public List<ConsumerRecord<byte[], byte[]>> toTheEnd() {
    var ends = consumer.endOffsets(partitions).entrySet();
    var deadline = System.nanoTime() + LIMIT.toNanos();
    while (ends.stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the end was not reached: " + ends);
      }
      poll();
    }
    return seen;
  }

  public static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  public static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : text(header.value());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
