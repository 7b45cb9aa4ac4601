package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** State that was left in order is used, not fetched again. */
@KafkaTest
@Timeout(120)
class WarmRestartTest {
  @Test
  void anOrderlyRestartKeepsTheLocalState(@TempDir Path own, KafkaCluster cluster)
      throws IOException {
    try (var delaygate = new Installation(cluster, own, 1)) {
      // Given
      var first = delaygate.startScheduler("one", Map.of());
      var target = delaygate.target("orders", 1);
      delaygate.client().send("far", "v", "delay", "1h", "delay-target-topic", target);
      ContractBench.await().until(() -> Metrics.of(first, "delaygate_pending_jobs ") == 1);
      delaygate.stop(first);
      var witness = Files.createFile(taskDirectory(own).resolve("witness"));

      // When
      var second = delaygate.startScheduler("one", Map.of());

      // Then
      assertThat(Metrics.of(second, "delaygate_pending_jobs ")).isEqualTo(1);
      assertThat(witness).as("Kafka Streams wipes what it does not trust").exists();
    }
  }

  private static Path taskDirectory(Path state) throws IOException {
    try (var files = Files.walk(state)) {
      return files.filter(file -> file.endsWith("0_0")).findFirst().orElseThrow();
    }
  }
}
