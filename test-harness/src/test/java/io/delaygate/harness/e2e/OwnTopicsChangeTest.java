package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.schemas.topics.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.NewPartitions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of changes to Delaygate's own topics during operation: each is reported with its remedy. */
@KafkaTest
@Timeout(240)
class OwnTopicsChangeTest {
  /** Three times the promised limit, because the machine may be busy. */
  private static final Duration TOLD = Duration.ofSeconds(30);

  private static final int JOBS = 60;

  private final Installation delaygate;
  private final TopicNames names;
  private final String target;

  OwnTopicsChangeTest(@TempDir Path folder, KafkaCluster cluster) {
    delaygate = new Installation(cluster, folder);
    names = delaygate.names();
    target = delaygate.target("orders", 1);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void aChangeIsToldWithItsRemedyAndMorePartitionsAreTakenOnceAllTopicsFit() {
    var scheduler = delaygate.startScheduler("one");
    var topics = delaygate.topics();

    // When
    topics.alter(names.rerouted(), "cleanup.policy", "compact");

    // Then
    awaitNotReady(scheduler, names.rerouted(), "cleanup.policy is compact", "kafka-configs.sh");
    assertThat(refused(scheduler, names.rerouted())).isEqualTo(1);

    // When
    topics.alter(names.rerouted(), "cleanup.policy", null);

    // Then
    Awaitility.await().atMost(TOLD).until(scheduler::isReady);
    assertThat(refused(scheduler, names.rerouted())).isZero();

    // Given
    send("before-", "8s");
    ContractBench.await().until(() -> pending(scheduler) == JOBS);

    // When
    raise(names.requests());

    // Then
    var changelog = JobStoreFactory.changelog(names.applicationId());
    awaitNotReady(
        scheduler,
        "has 6 partitions, but had 4",
        "--alter --topic " + names.rerouted() + " --partitions 6",
        "--alter --topic " + changelog + " --partitions 6");

    // When
    raise(names.rerouted());
    raise(changelog);

    // Then
    Awaitility.await().atMost(TOLD.multipliedBy(2)).until(scheduler::isReady);
    send("after-", "1s");
    try (var reader = delaygate.read(target)) {
      assertThat(reader.await(2 * JOBS).stream().map(it -> Reader.text(it.key())))
          .doesNotHaveDuplicates()
          .hasSize(2 * JOBS);
    }
  }

  private void send(String ids, String delay) {
    try (var client = delaygate.client(Map.of())) { // it knows the new partitions
      for (var i = 0; i < JOBS; i++) {
        client.sendLater(ids + i, "v", "delay", delay, "delay-target-topic", target);
      }
      client.flush();
    }
  }

  private void raise(String topic) {
    try {
      var more = Map.of(topic, NewPartitions.increaseTo(6));
      delaygate.topics().admin().createPartitions(more).all().get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
    Awaitility.await()
        .until(() -> delaygate.topics().describe(topic).orElseThrow().partitions().size() == 6);
  }

  private static void awaitNotReady(Service scheduler, String... parts) {
    Awaitility.await()
        .atMost(TOLD)
        .untilAsserted(
            () -> {
              var answer = Metrics.get(scheduler.port(), "/readyz").orElseThrow();
              assertThat(answer.statusCode()).isEqualTo(503);
              assertThat(answer.body()).contains(parts);
            });
  }

  private static long refused(Service scheduler, String topic) {
    return Metrics.of(scheduler, "delaygate_refused_topics{topic=\"" + topic + "\"");
  }

  private static long pending(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }
}
