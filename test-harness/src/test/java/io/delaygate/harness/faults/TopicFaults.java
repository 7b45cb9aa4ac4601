package io.delaygate.harness.faults;

import io.delaygate.scheduler.clients.ProducerFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics for which producers of this JVM fail, and at which call. Thread-safe. */
final class TopicFaults {
  private final Map<String, Place> places = new ConcurrentHashMap<>();

  /** Producer call that fails. */
  enum Place {
    SEND,
    CALLBACK,
    FLUSH,
    COMMIT
  }

  /** Lets producers fail at this call, in every transaction with a record for the topic. */
  void set(String topic, Place place) {
    places.put(topic, place);
  }

  /** Ends the failures for the topic. */
  void clear(String topic) {
    places.remove(topic);
  }

  boolean hasAt(String topic, Place place) {
    return places.get(topic) == place;
  }

  /** The error of the first of these topics that fails at this call. */
  Optional<MadeUpException> of(Set<String> topics, Place place) {
    return topics.stream()
        .filter(topic -> hasAt(topic, place))
        .findFirst()
        .map(MadeUpException::new);
  }

  /** A factory of producers with these faults. */
  ProducerFactory factory() {
    return config ->
        new FaultyProducer(
            new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()),
            this);
  }

  /** Error of a class that the product does not know. */
  static final class MadeUpException extends KafkaException {
    private static final long serialVersionUID = 1L;

    MadeUpException(String topic) {
      super("a made-up error of the topic " + topic);
    }
  }
}
