package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.e2e.Services.SchedulerHere;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a scheduler whose position in the topic of commands is gone after an outage. */
@KafkaTest
@Timeout(120)
class OutageBeyondRetentionTest {
  private Installation delaygate;
  private Path log;
  private @Nullable ServiceProcess scheduler;
  private String target;
  private TopicPartition requests;

  /** Runs a scheduler for one command, which is stored; the next offset is 1. */
  @BeforeEach
  void storeOneJobAndStop(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state, 1);
    target = delaygate.target("target", 1);
    requests = new TopicPartition(delaygate.names().requests(), 0);
    log = delaygate.output("scheduler");
    try (var scheduler = SchedulerHere.start(settings())) {
      schedule("stored", "1h");
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .until(() -> Metrics.of(scheduler, "delaygate_commands_total{") == 1);
    }
  }

  @AfterEach
  void close() {
    if (scheduler != null) {
      scheduler.close();
    }
    delaygate.close();
  }

  @Test
  void commandsThatWereDeletedBeforeTheyWereReadAreLoggedAndCounted() throws Exception {
    // Given
    for (var i = 1; i <= 10; i++) {
      schedule("outage-" + i, "0s");
    }
    admin().deleteRecords(Map.of(requests, RecordsToDelete.beforeOffset(8))).all().get();

    // When
    var scheduler = startAgain();

    // Then
    assertDelivers(scheduler, "outage-8", "outage-9", "outage-10");
    assertThat(Metrics.of(scheduler, "delaygate_requests_skipped_total ")).isEqualTo(7);
    assertThat(lost(scheduler, "deleted")).isEqualTo(1);
    assertThat(errors())
        .singleElement()
        .asString()
        .contains("COMMANDS LOST: commands were deleted before")
        .contains(
            "topic=\""
                + requests.topic()
                + "\" partition=\"0\" position=\"1\" begin=\"8\" commands=\"7\"");
  }

  @Test
  void aTopicThatEndsBeforeThePlaceIsReadFromItsBeginningAndSaidSo() throws Exception {
    // Given
    var beyond = Map.of(requests, new OffsetAndMetadata(1_000));
    admin().alterConsumerGroupOffsets(delaygate.names().applicationId(), beyond).all().get();

    // When
    var scheduler = startAgain();

    // Then
    assertDelivers(scheduler);
    assertThat(Metrics.of(scheduler, "delaygate_requests_skipped_total ")).isZero();
    assertThat(lost(scheduler, "truncated")).isEqualTo(1);
    assertThat(errors())
        .singleElement()
        .asString()
        .contains("position=\"1000\" begin=\"0\" end=\"1\"");
  }

  /** The group is deleted, as after an outage longer than the retention of offsets. */
  @Test
  void aForgottenPlaceIsSaidSo() throws Exception {
    // Given
    admin().deleteConsumerGroups(List.of(delaygate.names().applicationId())).all().get();

    // When
    var scheduler = startAgain();

    // Then
    assertDelivers(scheduler);
    assertThat(lost(scheduler, "forgotten")).isEqualTo(1);
    assertThat(errors())
        .singleElement()
        .asString()
        .contains("the brokers no longer have", "begin=\"0\" end=\"1\"");
  }

  /**
   * Asserts that these jobs and a new one are delivered, and that the stored job is still pending.
   */
  private void assertDelivers(Service scheduler, String... ids) {
    schedule("later", "0s");
    var expected = Stream.concat(Stream.of(ids), Stream.of("later")).toList();
    try (var reader = delaygate.read(target);
        var letters = delaygate.deadLetters()) {
      reader.await(expected.size());
      assertThat(reader.toTheEnd())
          .extracting(record -> Reader.text(record.key()))
          .containsExactlyElementsOf(expected);
      assertThat(letters.toTheEnd()).isEmpty();
    }
    assertThat(Metrics.of(scheduler, "delaygate_pending_jobs ")).isEqualTo(1);
  }

  private Service startAgain() {
    scheduler = ServiceProcess.scheduler(settings(), log);
    return scheduler.awaitReady();
  }

  private Map<String, String> settings() {
    return delaygate.settings("one", Map.of());
  }

  private void schedule(String id, String delay) {
    delaygate.client().send(id, "v", "delay", delay, "delay-target-topic", target);
  }

  private long lost(Service scheduler, String reason) {
    return Metrics.of(scheduler, "delaygate_positions_lost_total{reason=\"" + reason + "\"");
  }

  private List<String> errors() throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(" COMMANDS LOST"))
        .toList();
  }

  private Admin admin() {
    return delaygate.topics().admin();
  }
}
