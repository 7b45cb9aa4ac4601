package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the limit of pending jobs while the scheduler lags behind. */
@KafkaTest
class PendingLimitTest {
  private static final int BOUND = 200;

  /** Parallel calls, which may exceed the limit while the schedulers are queried. */
  private static final int CROWD = 10;

  /** Commands that take a scheduler some seconds, and do not change its counts. */
  private static final int BACKLOG = 100_000;

  /** Several times the interval of queries, which is one second. */
  private static final Duration TRIES = Duration.ofSeconds(5);

  private final Installation delaygate;

  PendingLimitTest(@TempDir Path folder, KafkaCluster cluster) {
    delaygate = new Installation(cluster, folder);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void holdsWhileTheSchedulerLagsBehind() {
    var job = "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}";
    var body = job.formatted(delaygate.target("orders", 1));
    var url = "http://127.0.0.1:" + delaygate.startScheduler("slow").queryPort();
    try (var door = new Door(delaygate, 1, Map.of("scheduler.urls", url))) {
      // Given
      var limits = "{\"limits\": {\"pendingJobs\": %d}}".formatted(BOUND);
      door.call("PUT", "/v1/admin/namespaces/default", limits);
      for (var i = 0; i < BACKLOG; i++) {
        delaygate.client().sendLater("none-" + i, "", "delay-op", "cancel");
      }

      // When
      var taken = 0L;
      var end = System.nanoTime() + TRIES.toNanos();
      while (System.nanoTime() < end) {
        var calls = Stream.generate(() -> door.callLater("POST", "/v1/jobs", body)).limit(CROWD);
        taken += calls.toList().stream().filter(PendingLimitTest::isTaken).count();
      }

      // Then
      assertThat((double) taken).isBetween(0.8 * BOUND, 1.2 * BOUND);
    }
  }

  private static boolean isTaken(CompletableFuture<Door.Called> call) {
    return call.join().status() == 201;
  }
}
