package io.delaygate.scheduler.clients;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Maker of the producers that talk to the brokers. Thread-safe. */
@FunctionalInterface
public interface ProducerFactory {
  /** Kafka's own producers. */
  ProducerFactory OF_KAFKA =
      config -> new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());

  /** A new producer; the caller closes it. */
  Producer<byte[], byte[]> create(Map<String, Object> config);
}
