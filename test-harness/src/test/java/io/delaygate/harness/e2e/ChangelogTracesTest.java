package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.ChangelogRepairs.awaitNotReady;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.schemas.topics.TopicDefinitions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of losses of the changelog that neither its topic id nor its end offset shows. */
@KafkaTest
@Timeout(180)
class ChangelogTracesTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String POLICY = "cleanup.policy";
  private static final int PARTITIONS = 2;
  private static final int JOBS = 50;

  private final Installation delaygate;
  private final ChangelogRepairs one;
  private final String target;
  private int sent;

  ChangelogTracesTest(@TempDir Path folder, KafkaCluster cluster) {
    delaygate = new Installation(cluster, folder, PARTITIONS);
    one = ChangelogRepairs.of(delaygate, "one");
    target = delaygate.target("orders", 1);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void recordsThatAreDeletedAndFollowedByOthersAtOnceAreMissed() throws Exception {
    // Given
    var scheduler = delaygate.startScheduler("one");
    send("10s");
    awaitPending(scheduler);

    // When
    deleteAllRecords();
    send("10s");

    // Then
    awaitNotReady(scheduler, "is shorter", "rebuild-changelog", "accept-loss");
    ChangelogRepairs.await().until(() -> one.soundKept().size() == PARTITIONS);

    // When: its stores are closed when the rebuild runs
    ChangelogRepairs.await().until(() -> one.rebuild().contains("All partitions are rebuilt"));

    // Then
    ChangelogRepairs.await().until(scheduler::isReady);
    assertEachIsDeliveredOnce();
  }

  @Test
  void anEmptyChangelogIsNotTakenForThatOfANewInstallation() {
    // Given
    var first = delaygate.startScheduler("one");
    send("10s");
    awaitPending(first);
    delaygate.stop(first);

    // When
    delaygate.topics().delete(one.topic());
    makeControlAnew();
    var second = delaygate.start("two", Map.of());

    // Then
    awaitNotReady(second, "does not exist any more", "rebuild-changelog", "accept-loss");

    // When
    delaygate.createChangelogs(one.settings());

    // Then
    awaitNotReady(second, "is empty although", "rebuild-changelog", "accept-loss");

    // When
    var rebuilt = one.rebuild("--incomplete");

    // Then
    assertThat(rebuilt).contains("All partitions are rebuilt");
    ChangelogRepairs.await().until(second::isReady);
    assertEachIsDeliveredOnce();
  }

  private void deleteAllRecords() throws Exception {
    var changelog = one.topic();
    // without limits of time and size, which the check of topic settings would report
    Stream.of("retention.ms", "retention.bytes")
        .forEach(limit -> delaygate.topics().alter(changelog, limit, "-1"));
    delaygate.topics().alter(changelog, POLICY, "compact,delete");
    delaygate.topics().awaitSetting(changelog, POLICY, "compact,delete");
    var all =
        IntStream.range(0, PARTITIONS)
            .mapToObj(partition -> new TopicPartition(changelog, partition))
            .collect(
                Collectors.toMap(Function.identity(), log -> RecordsToDelete.beforeOffset(-1)));
    delaygate.topics().admin().deleteRecords(all).all().get();
  }

  private void makeControlAnew() {
    var control = delaygate.names().control();
    delaygate.topics().delete(control);
    TopicDefinitions.all(delaygate.names(), PARTITIONS).stream()
        .filter(topic -> topic.name().equals(control))
        .forEach(
            topic -> delaygate.topics().create(control, topic.numPartitions(), topic.configs()));
  }

  private void send(String delay) {
    for (var until = sent + JOBS; sent < until; sent++) {
      delaygate
          .client()
          .sendLater("job-" + sent, "v", "delay", delay, "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  private void awaitPending(Service scheduler) {
    ChangelogRepairs.await().until(() -> Metrics.of(scheduler, "delaygate_pending_jobs ") == sent);
  }

  private void assertEachIsDeliveredOnce() {
    try (var reader = delaygate.read(target)) {
      reader.await(sent, LIMIT);
      assertThat(reader.toTheEnd())
          .extracting(record -> Reader.text(record.key()))
          .doesNotHaveDuplicates()
          .hasSize(sent);
    }
  }
}
