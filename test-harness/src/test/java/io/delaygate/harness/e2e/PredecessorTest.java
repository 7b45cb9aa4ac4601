package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler with a member id of its own that is killed and comes again. */
@KafkaTest
@Timeout(240)
class PredecessorTest {
  private static final int PARTITIONS = 4;

  private static final int JOBS = 100;

  /** Nobody takes over while the test runs because a session is over. */
  private static final String SESSION_MS = "300000";

  private final Path folder;
  private final Installation delaygate;

  PredecessorTest(@TempDir Path folder, KafkaCluster cluster) {
    this.folder = folder;
    delaygate = new Installation(cluster, folder, PARTITIONS);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void itsPartitionsGoToTheirStandbysEvenIfItsSuccessorDoesNotGetFar() throws IOException {
    var other = delaygate.startScheduler("other", called("other"));
    var settings = delaygate.settings("killed", called("killed"));
    try (var killed = ServiceProcess.scheduler(settings, folder.resolve("killed.log"))) {
      // Given
      killed.awaitReady();
      schedule();
      ContractBench.await().until(() -> active(other) == PARTITIONS / 2 && pending(other) == JOBS);

      // When
      killed.kill();
      Files.writeString(someStore(), "rubbish");
      killed.startAgain();

      // Then
      ContractBench.await().until(() -> active(other) == PARTITIONS);
      assertThat(killed.awaitExit()).isEqualTo(1);
      assertThat(pending(other)).isEqualTo(JOBS);
    }
  }

  private Path someStore() throws IOException {
    try (var files = Files.walk(folder.resolve("killed"))) {
      return files
          .filter(file -> file.endsWith(Path.of("jobs", "CURRENT")))
          .findFirst()
          .orElseThrow();
    }
  }

  private static Map<String, String> called(String name) {
    return Map.of("group.instance.id", name, "session.timeout.ms", SESSION_MS);
  }

  private void schedule() {
    var target = delaygate.target("orders", 1);
    for (var i = 0; i < JOBS; i++) {
      delaygate.client().sendLater("job-" + i, "v", "delay", "1h", "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  /** How many partitions it works on, as it says itself. */
  private static int active(Service scheduler) {
    for (var instance : ask(scheduler, "assignment").path("instances")) {
      if (instance.path("url").asText().endsWith(":" + scheduler.queryPort())) {
        return instance.path("active").size();
      }
    }
    return 0;
  }

  /** How many jobs its tasks and its standbys have. */
  private static long pending(Service scheduler) {
    var pending = 0L;
    for (var partition : ask(scheduler, "stats?partitions=0,1,2,3").path("partitions")) {
      pending += partition.at("/counts/0/jobs").asLong();
    }
    return pending;
  }

  private static JsonNode ask(Service scheduler, String question) {
    return Metrics.get(scheduler.queryPort(), "/internal/v1/" + question)
        .map(answer -> Answer.json(Client.bytes(answer.body())))
        .orElseThrow();
  }
}
