package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.broker.WriteRight;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of targets that are created late, deleted or not writable, at 1,000 jobs per second. */
class TargetLossTest {
  private static final int JOBS = 12_000;
  private static final int LOST_AFTER = 3_000;

  /**
   * First job that is due three seconds after the loss, and thus was surely not delivered before.
   */
  private static final int SURELY_PARKED = 6_000;

  /** The single pause on a busy machine: a refused record, a roll-back, and a small restore. */
  private static final long STALL_MS = 10_000;

  private static EmbeddedKafka cluster;

  @TempDir Path state;

  @BeforeAll
  static void startBroker() {
    cluster = EmbeddedKafka.start(BrokerOptions.singleNode().withAuthorizer());
  }

  @AfterAll
  static void stopBroker() {
    cluster.close();
  }

  @Test
  void parksOnlyTheJobsOfATargetThatIsDeletedUnderLoad() {
    losesATargetUnderLoad(
        target -> target.delaygate().topics().delete(target.name()),
        target -> target.delaygate().topics().create(target.name(), 1));
  }

  @Test
  void parksOnlyTheJobsOfATargetThatLosesItsWriteRightUnderLoad() {
    losesATargetUnderLoad(
        target -> new WriteRight(target.delaygate().topics(), target.name()).revoke(),
        target -> new WriteRight(target.delaygate().topics(), target.name()).restore());
  }

  @Test
  void aTopicCreatedJustBeforeTheFirstJobWorks() {
    try (var delaygate = new Installation(cluster, state)) {
      // Given
      delaygate.startScheduler("one");
      var late = delaygate.unique("late");
      delaygate.client().send("too-soon", "v", "delay", "0s", "delay-target-topic", late);
      try (var letters = delaygate.deadLetters()) {
        assertThat(Reader.header(letters.one(), "delay-reason")).isEqualTo("TARGET_UNKNOWN");
      }

      // When
      delaygate.topics().create(late, 1);
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .until(() -> delaygate.topics().describe(late).isPresent());
      var since = System.nanoTime();
      Awaitility.await().until(() -> System.nanoTime() - since > 500_000_000L);
      delaygate.client().send("in-time", "v", "delay", "0s", "delay-target-topic", late);

      // Then
      try (var reader = delaygate.read(late)) {
        assertThat(Reader.text(reader.one().key())).isEqualTo("in-time");
      }
    }
  }

  private void losesATargetUnderLoad(Consumer<Target> lose, Consumer<Target> giveBack) {
    try (var delaygate = new Installation(cluster, state)) {
      // Given
      var scheduler = delaygate.startScheduler("one");
      var healthy = delaygate.target("healthy", 1);
      var doomed = new Target(delaygate, delaygate.target("doomed", 1));
      var startMs = System.currentTimeMillis() + 5_000;
      schedule(delaygate, startMs, healthy, doomed.name());

      try (var reader = delaygate.read(healthy)) {
        // When
        reader.await(LOST_AFTER / 2);
        lose.accept(doomed);
        reader.await(JOBS / 2);

        // Then
        assertStalledOnce(scheduler, reader.toTheEnd());
        giveBack.accept(doomed);
        assertParkedJobsArrive(delaygate, doomed.name());
      }
    }
  }

  private static void schedule(
      Installation delaygate, long startMs, String healthy, String doomed) {
    for (var i = 0; i < JOBS; i++) {
      var target = i % 2 == 0 ? healthy : doomed;
      var due = Long.toString(startMs + i);
      delaygate
          .client()
          .sendLater("id-" + i, "v", "delay-due-ms", due, "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  private static void assertStalledOnce(
      Service scheduler, List<ConsumerRecord<byte[], byte[]>> records) {
    var worstMs = records.stream().mapToLong(TargetLossTest::latenessMs).max().orElse(0);
    var distinct = records.stream().map(r -> Reader.text(r.key())).collect(Collectors.toSet());
    assertThat(distinct).hasSize(JOBS / 2);
    assertThat(records).hasSize(JOBS / 2);
    assertThat(worstMs).isBetween(0L, STALL_MS);
    assertThat(Metrics.get(scheduler.port(), "/healthz"))
        .hasValueSatisfying(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    var restarts = Metrics.of(scheduler, "delaygate_thread_restarts_total ");
    assertThat(restarts).as("threads replaced").isLessThanOrEqualTo(1);
    System.out.printf(
        "worst lateness of the healthy target: %d ms, threads replaced: %d%n", worstMs, restarts);
  }

  /**
   * Asserts the jobs that were due after the loss; earlier ones may have been deleted with the
   * topic.
   */
  private static void assertParkedJobsArrive(Installation delaygate, String doomed) {
    var parked =
        IntStream.range(SURELY_PARKED, JOBS)
            .filter(i -> i % 2 == 1)
            .mapToObj(i -> "id-" + i)
            .collect(Collectors.toSet());
    try (var reader = delaygate.read(doomed)) {
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .until(() -> keys(reader.poll()).containsAll(parked));
      assertThat(reader.toTheEnd()).extracting(TargetLossTest::key).doesNotHaveDuplicates();
    }
  }

  private static Set<String> keys(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().map(TargetLossTest::key).collect(Collectors.toSet());
  }

  private static String key(ConsumerRecord<byte[], byte[]> record) {
    return String.valueOf(Reader.text(record.key()));
  }

  private static long latenessMs(ConsumerRecord<byte[], byte[]> record) {
    return record.timestamp() - Long.parseLong(Reader.header(record, "delay-job-due-ms"));
  }

  private record Target(Installation delaygate, String name) {}
}
