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

/** Tests of targets that are created late, deleted or not writable, at 333 jobs per second. */
class TargetLossTest {
  private static final int JOBS = 6_000;
  private static final int BETWEEN_MS = 3;

  /** Time from the start of the sends to the first due time, enough for most commands. */
  private static final int FIRST_DUE_MS = 5_000;

  /** Jobs that make a new scheduler fast before time counts: a cold one reads 400 a second. */
  private static final int WARM_UP_JOBS = 3_000;

  /** Longest time from the loss of a target until no record reaches it any more. */
  private static final int SURELY_LOST_MS = 3_000;

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
      warmUp(delaygate);
      var firstDueMs = System.currentTimeMillis() + FIRST_DUE_MS;
      schedule(delaygate, firstDueMs, healthy, doomed.name());
      // a job for a lost target would be refused
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .until(() -> Metrics.of(scheduler, "delaygate_commands_total") >= WARM_UP_JOBS + JOBS);

      try (var reader = delaygate.read(healthy)) {
        // When
        reader.await(JOBS / 12);
        lose.accept(doomed);
        var lostMs = System.currentTimeMillis();
        reader.await(JOBS / 2);

        // Then
        assertEachDeliveredOnceWithoutRestart(scheduler, reader.toTheEnd());
        giveBack.accept(doomed);
        assertParkedJobsArrive(delaygate, doomed.name(), firstDueMs, lostMs + SURELY_LOST_MS);
      }
    }
  }

  private static void warmUp(Installation delaygate) {
    var target = delaygate.target("warm-up", 1);
    for (var i = 0; i < WARM_UP_JOBS; i++) {
      delaygate.client().sendLater("warm-" + i, "v", "delay", "0s", "delay-target-topic", target);
    }
    try (var reader = delaygate.read(target)) {
      reader.await(WARM_UP_JOBS);
    }
  }

  private static void schedule(
      Installation delaygate, long firstDueMs, String healthy, String doomed) {
    for (var i = 0; i < JOBS; i++) {
      var target = isDoomed(i) ? doomed : healthy;
      var due = Long.toString(dueMs(firstDueMs, i));
      delaygate
          .client()
          .sendLater("id-" + i, "v", "delay-due-ms", due, "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  private static boolean isDoomed(int job) {
    return job % 2 == 1;
  }

  private static long dueMs(long firstDueMs, int job) {
    return firstDueMs + (long) job * BETWEEN_MS;
  }

  /** How late the jobs are depends on the machine: it is printed. */
  private static void assertEachDeliveredOnceWithoutRestart(
      Service scheduler, List<ConsumerRecord<byte[], byte[]>> records) {
    assertThat(records).hasSize(JOBS / 2);
    assertThat(keys(records)).hasSize(JOBS / 2);
    assertThat(records).allMatch(record -> latenessMs(record) >= 0);
    assertThat(Metrics.get(scheduler.port(), "/healthz"))
        .hasValueSatisfying(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    assertThat(Metrics.of(scheduler, "delaygate_thread_restarts_total "))
        .as("threads replaced")
        .isZero();
    System.out.printf(
        "worst lateness of the healthy target: %d ms%n",
        records.stream().mapToLong(TargetLossTest::latenessMs).max().orElse(0));
  }

  /** Asserts the jobs that were due after the loss; earlier ones may be lost with the topic. */
  private static void assertParkedJobsArrive(
      Installation delaygate, String doomed, long firstDueMs, long dueAfterMs) {
    var parked =
        IntStream.range(0, JOBS)
            .filter(i -> isDoomed(i) && dueMs(firstDueMs, i) > dueAfterMs)
            .mapToObj(i -> "id-" + i)
            .collect(Collectors.toSet());
    assertThat(parked).isNotEmpty();
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
