package io.delaygate.harness.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Kafka producer of commands. Thread-safe. */
final class JobSender implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final String requests;
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();

  JobSender(String bootstrapServers, String requests) {
    this.requests = requests;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.LINGER_MS_CONFIG,
                2),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends without waiting; {@link #flush} waits for all. */
  void send(@Nullable String id, String value, List<Header> headers) {
    var key = id == null ? null : id.getBytes(UTF_8);
    var record = new ProducerRecord<>(requests, null, key, value.getBytes(UTF_8), headers);
    var unused =
        producer.send(
            record,
            (metadata, failure) -> {
              if (failure != null) {
                failures.add(failure);
              }
            });
  }

  /** Waits until all commands are stored. */
  void flush() {
    producer.flush();
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.size() + " sends failed", failures.peek());
    }
  }

  /** An id with this prefix that belongs to the partition. */
  static String idIn(int partition, String start) {
    for (var suffix = 0; ; suffix++) {
      var id = start + "-" + suffix;
      if (Utils.toPositive(Utils.murmur2(id.getBytes(UTF_8))) % TrialInstallation.PARTITIONS
          == partition) {
        return id;
      }
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
