package io.delaygate.scheduler.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Factory of mock producers, whose sends a test completes. */
final class ProducersOnPaper implements ProducerFactory {
  private final List<Made> made = new ArrayList<>();
  private Consumer<MockProducer<byte[], byte[]>> prepare = producer -> {};

  /** Sets an action for each producer that is created from now on. */
  void prepare(Consumer<MockProducer<byte[], byte[]>> preparation) {
    prepare = preparation;
  }

  List<Made> made() {
    return made;
  }

  /** The producer with this transactional id. */
  MockProducer<byte[], byte[]> of(String id) {
    return made.stream().filter(one -> one.id.equals(id)).findFirst().orElseThrow().producer;
  }

  /** The producer with an open transaction. */
  MockProducer<byte[], byte[]> open() {
    return made.stream()
        .map(Made::producer)
        .filter(MockProducer::transactionInFlight)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public Producer<byte[], byte[]> create(Map<String, Object> config) {
    var producer =
        new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    prepare.accept(producer);
    made.add(new Made(String.valueOf(config.get("transactional.id")), producer));
    return producer;
  }

  /** A created producer. */
  record Made(String id, MockProducer<byte[], byte[]> producer) {}
}
