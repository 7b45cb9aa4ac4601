package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Operation.Door;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Sends the operations of a plan when their time comes. */
final class Load implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final Told told = new Told();
  private final KafkaClient kafka;
  private final HttpClients http;

  Load(Rig rig, Clock clock) {
    kafka = new KafkaClient(rig.brokers().bootstrapServers(), told, clock);
    var ports = IntStream.range(0, Shape.GATEWAYS).map(i -> rig.gateway(i).port()).boxed();
    http = new HttpClients(ports.toList(), told, clock);
  }

  /** Where jobs of that id go, always. */
  static String target(String id) {
    return id.hashCode() % 3 == 0 ? Rig.STAMPED_BY_BROKER : Rig.STAMPED_BY_SCHEDULER;
  }

  /**
   * Returns when the last operation is sent.
   *
   * @param startNanos when the load began, by the monotonic clock
   */
  void run(List<Operation> operations, long startNanos) {
    for (var operation : operations) {
      var atNanos = startNanos + TimeUnit.MILLISECONDS.toNanos(operation.atMs());
      FaultRunner.pause(atNanos - System.nanoTime());
      var door = operation.terms().door();
      if (door == Door.HTTP || door == Door.HTTP_KEY) {
        http.send(operation);
      } else {
        kafka.send(operation);
      }
    }
  }

  /** Waits until nobody waits for an answer any more: after that no command is stored. */
  Told awaitAnswers() {
    kafka.close();
    Awaitility.await().atMost(LIMIT).until(() -> http.waiting() == 0);
    return told;
  }

  @Override
  public void close() {
    kafka.close();
  }
}
