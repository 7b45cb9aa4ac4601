package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.SchedulerChildMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** State that a scheduler left and that cannot be opened: a broken file, a full disk. */
@KafkaTest
@Timeout(240)
class UnusableStateTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @Test
  void endsTheProcessAndCostsNoJob(@TempDir Path own, KafkaCluster cluster) throws IOException {
    try (var delaygate = new Installation(cluster, own, 1)) {
      // Given
      var first = delaygate.startScheduler("one", Map.of());
      var target = delaygate.target("orders", 1);
      delaygate.client().send("far", "v", "delay", "1h", "delay-target-topic", target);
      ContractBench.await().until(() -> Metrics.of(first, "delaygate_pending_jobs ") == 1);
      delaygate.stop(first);
      var manifest = rocksFile(own, "CURRENT");
      var wasWritten = Files.readString(manifest);

      // When
      Files.writeString(manifest, "rubbish");
      try (var process = JavaProcess.start(command(delaygate))) {

        // Then
        assertThat(process.awaitExit(LIMIT)).isEqualTo(1);
        assertThat(process.outputTail()).contains("Cannot open the job store");
      }

      // When
      Files.writeString(manifest, wasWritten);
      var second = delaygate.startScheduler("one", Map.of());

      // Then
      assertThat(Metrics.of(second, "delaygate_pending_jobs ")).isEqualTo(1);
    }
  }

  private static JavaCommand command(Installation delaygate) {
    return JavaCommand.of(SchedulerChildMain.class, delaygate.output("unusable"))
        .withJvmFlags("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
        .withArguments(
            delaygate.settings("one", Map.of()).entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toList());
  }

  private static Path rocksFile(Path state, String name) throws IOException {
    try (var files = Files.walk(state)) {
      return files.filter(file -> file.endsWith(Path.of("jobs", name))).findFirst().orElseThrow();
    }
  }
}
