package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.JMException;
import javax.management.ObjectName;
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
      delaygate.startHere("one");
      for (var i = 0; i < 1_000; i++) {
        delaygate.client().sendLater("id-" + i, "v", "delay", "1h", "delay-target-topic", target);
      }
      delaygate.client().send("last", "v", "delay", "1s", "delay-target-topic", target);
      try (var reader = delaygate.read(target)) {
        reader.one();
      }
      awaitQuiet(delaygate);

      // When
      var before = commitNanos(delaygate);

      // Then
      assertThat(before).as("transactions were committed, and are counted").isPositive();
      Awaitility.await()
          .during(Duration.ofSeconds(4))
          .atMost(Duration.ofSeconds(5))
          .until(() -> commitNanos(delaygate) == before);
    }
  }

  /** Time that both producers of the thread have spent in commits, which grows with each commit. */
  private static double commitNanos(Installation delaygate) {
    var server = ManagementFactory.getPlatformMBeanServer();
    var clients = "kafka.producer:type=producer-metrics,client-id=" + delaygate.prefix() + "*";
    try {
      var total = 0.0;
      for (var name : server.queryNames(new ObjectName(clients), null)) {
        total += (Double) server.getAttribute(name, "txn-commit-time-ns-total");
      }
      return total;
    } catch (JMException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void awaitQuiet(Installation delaygate) {
    var last = new AtomicReference<>(Double.NaN);
    Awaitility.await()
        .during(Duration.ofSeconds(1))
        .atMost(Installation.LIMIT)
        .until(() -> commitNanos(delaygate), now -> now.equals(last.getAndSet(now)));
  }
}
