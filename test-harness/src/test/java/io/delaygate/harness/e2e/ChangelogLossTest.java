package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.scheduler.cli.CliMain;
import io.delaygate.scheduler.store.JobStores;
import io.delaygate.scheduler.store.LocalCopies;
import io.delaygate.scheduler.store.LocalCopy;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A changelog that somebody deletes: no job is lost in silence. */
@KafkaTest
@Timeout(300)
class ChangelogLossTest {
  /** Three times what is promised: the machine may have no processor to spare. */
  private static final Duration TOLD = Duration.ofSeconds(30);

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int PARTITIONS = 4;
  private static final int LATER = 2_000;

  /** Some of them are under way when the topic goes. */
  private static final int SOON = 400;

  private final Installation delaygate;
  private final String changelog;
  private final String application;
  private final String target;
  private final Path state;

  ChangelogLossTest(@TempDir Path folder, KafkaCluster cluster) {
    delaygate = new Installation(cluster, folder, PARTITIONS);
    application = delaygate.names().applicationId();
    changelog = JobStores.changelog(application);
    target = delaygate.target("orders", 1);
    state = folder.resolve("one");
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
        send("later-" + i, "18s");
      }
      for (var i = 0; i < SOON; i++) {
        send("soon-" + i, Duration.ofMillis(5_000 + 20L * i).toString());
      }
      delaygate.client().flush();
      Awaitility.await()
          .atMost(LIMIT)
          .until(() -> Metrics.of(scheduler, "delaygate_commands_total{") == LATER + SOON);
      reader.await(SOON / 8, LIMIT);

      // When
      delaygate.topics().delete(changelog);

      // Then
      awaitNotReady(scheduler, "does not exist any more", "rebuild-changelog", "accept-loss");
      assertThat(Metrics.of(scheduler, "delaygate_refused_topics{topic=\"" + changelog + "\""))
          .isEqualTo(1);
      Awaitility.await().atMost(LIMIT).until(() -> keptStores() == PARTITIONS);
      assertThat(keptJobs())
          .as("what was not delivered")
          .isEqualTo(LATER + SOON - reader.toTheEnd().size());
      assertThat(delaygate.topics().describe(changelog)).isEmpty();

      // When
      var rebuilt = delaygate("topics", "rebuild-changelog", "--yes");

      // Then
      assertThat(rebuilt).contains("All partitions are written");
      Awaitility.await().atMost(LIMIT).until(scheduler::isReady);
      assertThat(keys(reader.await(LATER + SOON, LIMIT)))
          .doesNotHaveDuplicates()
          .hasSize(LATER + SOON);
      assertThat(delaygate("topics", "rebuild-changelog", "--yes")).contains("nothing was done");
    }
    acceptTheLossOfOneThatIsMadeAnewBetweenTwoStarts(scheduler);
  }

  private void acceptTheLossOfOneThatIsMadeAnewBetweenTwoStarts(Service scheduler) {
    // Given
    send("lost", "1h");
    Awaitility.await().atMost(LIMIT).until(() -> pending(scheduler) == 1);
    delaygate.stop(scheduler);

    // When
    delaygate.topics().delete(changelog);
    delaygate.createChangelogs(settings());
    var withoutState = delaygate.settings("two", Map.of());
    var again = Services.chosen().scheduler(withoutState, delaygate.output("two"));
    try {
      // Then
      awaitNotReady(again, "made anew", "accept-loss " + changelog);
      assertThat(delaygate("topics", "accept-loss", "another", "--yes"))
          .contains("nothing was done");

      // When
      var accepted = delaygate("topics", "accept-loss", changelog, "--yes");

      // Then
      assertThat(accepted).contains("1 jobs were in local stores");
      Awaitility.await().atMost(LIMIT).until(again::isReady);
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

  private Map<String, String> settings() {
    return delaygate.settings("one", Map.of());
  }

  private long keptStores() {
    return local().find().stream().filter(LocalCopy::isKept).count();
  }

  private LocalCopies local() {
    return new LocalCopies(state, application);
  }

  private long keptJobs() {
    return local().find().stream().mapToLong(LocalCopies::countJobs).sum();
  }

  private String delaygate(String... arguments) {
    var all =
        Stream.concat(
                Stream.of(arguments),
                settings().entrySet().stream().map(it -> "--" + it.getKey() + "=" + it.getValue()))
            .toArray(String[]::new);
    var said = new ByteArrayOutputStream();
    var print = new PrintStream(said, true, UTF_8);
    CliMain.run(Map.of(), print, print, all);
    return said.toString(UTF_8);
  }

  private static List<String> keys(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().map(record -> Reader.text(record.key())).toList();
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

  private static long pending(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }
}
