package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.scheduler.store.LocalCopies;
import io.delaygate.scheduler.store.LocalCopy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of a deleted changelog: the loss is reported, and no store is deleted. */
@KafkaTest
@Timeout(300)
class ChangelogLossTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int PARTITIONS = 4;
  private static final int LATER = 2_000;

  /** Jobs that are due around the time when the topic is deleted. */
  private static final int SOON = 400;

  private final Installation delaygate;
  private final String changelog;
  private final ChangelogRepairs one;
  private final String target;

  ChangelogLossTest(@TempDir Path folder, KafkaCluster cluster) {
    delaygate = new Installation(cluster, folder, PARTITIONS);
    one = ChangelogRepairs.of(delaygate, "one");
    changelog = one.topic();
    target = delaygate.target("orders", 1);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void itIsToldAndNothingIsWipedUntilItIsWrittenAnewOrTheLossIsAccepted() {
    var scheduler = delaygate.startScheduler("one");
    try (var reader = delaygate.read(target)) {
      // Given
      for (var i = 0; i < LATER; i++) {
        send("later-" + i, "10s");
      }
      for (var i = 0; i < SOON; i++) {
        send("soon-" + i, Duration.ofMillis(4_000 + 15L * i).toString());
      }
      delaygate.client().flush();
      ChangelogRepairs.await()
          .until(() -> Metrics.of(scheduler, "delaygate_commands_total{") == LATER + SOON);
      reader.await(SOON / 8, LIMIT);

      // When
      delaygate.topics().delete(changelog);

      // Then
      ChangelogRepairs.awaitNotReady(
          scheduler, "does not exist any more", "rebuild-changelog", "accept-loss");
      assertThat(Metrics.of(scheduler, "delaygate_refused_topics{topic=\"" + changelog + "\""))
          .isEqualTo(1);
      ChangelogRepairs.await().until(() -> keptStores() == PARTITIONS);
      assertThat(keptJobs())
          .as("what was not delivered")
          .isEqualTo(LATER + SOON - reader.toTheEnd().size());
      assertThat(delaygate.topics().describe(changelog)).isEmpty();

      // When
      var rebuilt = one.delaygate("topics", "rebuild-changelog", "--yes");

      // Then
      assertThat(rebuilt).contains("All partitions are rebuilt");
      ChangelogRepairs.await().until(scheduler::isReady);
      assertThat(keys(reader.await(LATER + SOON, LIMIT)))
          .doesNotHaveDuplicates()
          .hasSize(LATER + SOON);
      assertThat(one.delaygate("topics", "rebuild-changelog", "--yes"))
          .contains("nothing was changed");
    }
    acceptTheLossOfOneThatIsMadeAnewBetweenTwoStarts(scheduler);
  }

  private void acceptTheLossOfOneThatIsMadeAnewBetweenTwoStarts(Service scheduler) {
    // Given
    send("lost", "1h");
    ChangelogRepairs.await().until(() -> pending(scheduler) == 1);
    delaygate.stop(scheduler);

    // When
    delaygate.topics().delete(changelog);
    delaygate.createChangelogs(one.settings());
    var withoutState = delaygate.settings("two", Map.of());
    var again = Services.chosen().scheduler(withoutState, delaygate.output("two"));
    try {
      // Then
      ChangelogRepairs.awaitNotReady(again, "recreated", "accept-loss " + changelog);
      assertThat(one.delaygate("topics", "accept-loss", "another", "--yes"))
          .contains("nothing was changed");

      // When
      var accepted = one.delaygate("topics", "accept-loss", changelog, "--yes");

      // Then
      assertThat(accepted).contains("1 jobs were in local stores");
      ChangelogRepairs.await().until(again::isReady);
      assertThat(pending(again)).isZero();
      send("afterwards", "1s");
      try (var reader = delaygate.read(target)) {
        assertThat(keys(reader.await(LATER + SOON + 1, LIMIT))).contains("afterwards");
      }
    } finally {
      again.close();
    }
  }

  private void send(String id, String delay) {
    delaygate.client().sendLater(id, "v", "delay", delay, "delay-target-topic", target);
  }

  private long keptStores() {
    return one.copies().stream().filter(LocalCopy::isKept).count();
  }

  private long keptJobs() {
    return one.copies().stream().mapToLong(LocalCopies::countJobs).sum();
  }

  private static List<String> keys(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().map(record -> Reader.text(record.key())).toList();
  }

  private static long pending(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }
}
