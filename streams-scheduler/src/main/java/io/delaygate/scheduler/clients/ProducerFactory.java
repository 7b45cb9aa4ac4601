package io.delaygate.scheduler.clients;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Factory of Kafka producers. Thread-safe. */
@FunctionalInterface
public interface ProducerFactory {
  /** Kafka's own producers. */
  ProducerFactory OF_KAFKA =
      config -> new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());

  /** Creates a producer; the caller closes it. */
  Producer<byte[], byte[]> create(Map<String, Object> config);
}
