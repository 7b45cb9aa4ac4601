package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Kafka producer that sends commands with given headers. */
final class Client implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final String requests;
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();

  Client(String bootstrapServers, String requests) {
    this(bootstrapServers, requests, Map.of());
  }

  /** The same with further producer settings. */
  Client(String bootstrapServers, String requests, Map<String, Object> more) {
    this.requests = requests;
    var configs = new HashMap<String, Object>(more);
    configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    configs.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 2);
    this.producer =
        new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Sends and waits for the broker; headers are name, value, name, value. */
  RecordMetadata send(@Nullable String key, @Nullable String value, String... headers) {
    return send(null, bytes(key), bytes(value), headers(headers));
  }

  RecordMetadata send(
      @Nullable Integer partition,
      byte @Nullable [] key,
      byte @Nullable [] value,
      List<Header> headers) {
    var record = new ProducerRecord<>(requests, partition, key, value, headers);
    try {
      return producer.send(record).get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Sends without waiting; {@link #flush} waits for all. */
  void sendLater(String key, String value, String... headers) {
    var record = new ProducerRecord<>(requests, null, bytes(key), bytes(value), headers(headers));
    var unused =
        producer.send(
            record,
            (metadata, failure) -> {
              if (failure != null) {
                failures.add(failure);
              }
            });
  }

  void flush() {
    producer.flush();
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.size() + " sends failed", failures.peek());
    }
  }

  static Header header(String name, @Nullable String value) {
    return new RecordHeader(name, bytes(value));
  }

  static List<Header> headers(String... namesAndValues) {
    var headers = new ArrayList<Header>();
    for (var i = 0; i < namesAndValues.length; i += 2) {
      headers.add(header(namesAndValues[i], namesAndValues[i + 1]));
    }
    return headers;
  }

  static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  @Override
  public void close() {
    producer.close();
  }
}
