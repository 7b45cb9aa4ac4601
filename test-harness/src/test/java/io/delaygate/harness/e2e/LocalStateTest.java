package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of a restart on local state: a clean store is used, and a damaged one is set aside once.
 */
@KafkaTest
@Timeout(240)
class LocalStateTest {
  private final Installation delaygate;

  LocalStateTest(@TempDir Path own, KafkaCluster cluster) {
    delaygate = new Installation(cluster, own, 1);
  }

  @BeforeEach
  void leave() {
    var first = delaygate.startScheduler("one");
    var target = delaygate.target("orders", 1);
    delaygate.client().send("far", "v", "delay", "1h", "delay-target-topic", target);
    ContractBench.await().until(() -> Metrics.of(first, "delaygate_pending_jobs ") == 1);
    delaygate.stop(first);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void whatWasLeftInOrderIsUsedAndNotFetchedAgain() throws IOException {
    // Given
    var witness = Files.createFile(delaygate.left("one", Path.of("0_0")).resolve("witness"));

    // When
    startAgain();

    // Then
    assertThat(witness).as("Kafka Streams wipes what it does not trust").exists();
  }

  @Test
  void whatIsDamagedIsSetAsideOnceAndCostsNoJob() throws IOException {
    // Given
    damage();

    // When
    var second = startAgain();

    // Then
    assertThat(Metrics.of(second, "delaygate_set_aside_stores ")).isEqualTo(1);
    delaygate.stop(second);
    damage();
    var settings = delaygate.settings("one", Map.of());
    try (var process = ServiceProcess.scheduler(settings, delaygate.output("again"))) {
      assertThat(process.awaitExit()).isEqualTo(1);
      assertThat(process.outputTail()).contains("DAMAGED AGAIN", "Cannot open the job store");
    }
  }

  private void damage() throws IOException {
    Files.writeString(
        delaygate.left("one", Path.of("0_0", "rocksdb", "jobs", "CURRENT")), "rubbish");
  }

  /** Starts the scheduler again, which must have the job. */
  private Service startAgain() {
    var second = delaygate.startScheduler("one");
    assertThat(Metrics.of(second, "delaygate_pending_jobs ")).isEqualTo(1);
    return second;
  }
}
