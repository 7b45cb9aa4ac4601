package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.scheduler.app.Scheduler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@KafkaTest
class IdleTest {
  @TempDir Path state;

  @Test
  void commitsNothingWhileNothingIsDue(KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state)) {
      // Given
      var target = delaygate.target("orders", 1);
      var scheduler = delaygate.startHere("one");
      for (var i = 0; i < 1_000; i++) {
        delaygate.client().sendLater("id-" + i, "v", "delay", "1h", "delay-target-topic", target);
      }
      delaygate.client().send("last", "v", "delay", "1s", "delay-target-topic", target);
      try (var reader = delaygate.read(target)) {
        reader.one();
      }
      awaitQuiet(scheduler);

      // When
      var before = commitNanos(scheduler);

      // Then
      assertThat(before).as("transactions were committed, and are counted").isPositive();
      Awaitility.await()
          .during(Duration.ofSeconds(4))
          .atMost(Duration.ofSeconds(5))
          .until(() -> commitNanos(scheduler) == before);
    }
  }

  /** Time spent in commits by all producers: it grows with each commit. */
  private static double commitNanos(Scheduler scheduler) {
    return scheduler.clientMetrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals("txn-commit-time-ns-total"))
        .mapToDouble(metric -> (Double) metric.getValue().metricValue())
        .sum();
  }

  private static void awaitQuiet(Scheduler scheduler) {
    var last = new AtomicReference<>(Double.NaN);
    Awaitility.await()
        .during(Duration.ofSeconds(1))
        .atMost(Installation.LIMIT)
        .until(() -> commitNanos(scheduler), now -> now.equals(last.getAndSet(now)));
  }
}
