package io.delaygate.harness.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Printer of the records that arrive on a topic from now on, with their lateness as a {@code
 * read_committed} consumer sees it.
 */
final class Arrivals implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final KafkaConsumer<String, String> consumer;
  private final CountDownLatch ended = new CountDownLatch(1);

  private Arrivals(KafkaConsumer<String, String> consumer) {
    this.consumer = consumer;
  }

  /** Starts reading at the present end of the topic. */
  static Arrivals of(String topic, String servers) {
    var consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                servers,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"),
            new StringDeserializer(),
            new StringDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .collect(Collectors.toList());
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    var arrivals = new Arrivals(consumer);
    new Thread(arrivals::read, "arrivals").start();
    return arrivals;
  }

  @Override
  public void close() {
    consumer.wakeup();
    try {
      ended.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (consumer) {
      while (true) {
        consumer.poll(POLL).forEach(Arrivals::print);
      }
    } catch (WakeupException closed) {
      // ends the loop
    } finally {
      ended.countDown();
    }
  }

  private static void print(ConsumerRecord<String, String> record) {
    var due = header(record, "delay-job-due-ms");
    var lateness =
        due == null ? "not from Delaygate" : lateMs(Long.parseLong(due)) + " ms after its due time";
    var line =
        "  arrived on %s: key=%s value=%s, %s"
            .formatted(record.topic(), record.key(), record.value(), lateness);
    System.out.println(line.replaceAll("\\p{Cc}", "?")); // any producer may write to the topic
  }

  private static long lateMs(long dueMs) {
    return System.currentTimeMillis() - dueMs;
  }

  private static @Nullable String header(ConsumerRecord<String, String> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }
}
