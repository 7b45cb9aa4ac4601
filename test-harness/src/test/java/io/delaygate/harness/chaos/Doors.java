package io.delaygate.harness.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.chaos.Operation.Door;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Clients for both ways to send commands. Answers are noted in {@link Told}. Thread-safe. */
final class Doors implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final KafkaClient kafka;
  private final HttpClients http;

  Doors(Rig rig, Told told, Clock clock) {
    kafka = new KafkaClient(rig.brokers().bootstrapServers(), told, clock);
    var ports = IntStream.range(0, Shape.GATEWAYS).map(i -> rig.gateway(i).port()).boxed();
    http = new HttpClients(ports.toList(), told, clock);
  }

  /** Sends without waiting for an answer. */
  void send(Operation operation) {
    var door = operation.terms().door();
    if (door == Door.HTTP || door == Door.HTTP_KEY) {
      http.send(operation, answer -> {});
    } else {
      kafka.send(operation);
    }
  }

  /** Sends over HTTP; passes a JSON answer to the listener. */
  void call(Operation operation, Consumer<JsonNode> listener) {
    http.send(operation, listener);
  }

  /** Waits until all calls are answered; after that no command is stored. */
  @Override
  public void close() {
    Awaitility.await().atMost(LIMIT).until(() -> http.waiting() == 0);
    kafka.close();
  }
}
