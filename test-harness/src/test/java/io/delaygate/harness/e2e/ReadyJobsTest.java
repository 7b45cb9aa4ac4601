package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.QueueCalls.claim;
import static io.delaygate.harness.e2e.QueueCalls.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of reserving ready jobs: in order, at once, and as many as requested. Jobs lie in all
 * partitions of two schedulers, and two gateways get calls in turn.
 */
@EndToEnd
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadyJobsTest {
  private static final String NONE_WAITS = "{\"count\": %d}";

  /** Number of random sequences; {@code -Dqueues.sequences=1000} runs more. */
  private static final int SEQUENCES = Integer.getInteger("queues.sequences", 6);

  /** Number of sequences that run at the same time; {@code -Dqueues.at.once=4} saves time. */
  private static final int AT_ONCE = Integer.getInteger("queues.at.once", 1);

  private static final int PARTITIONS = Integer.getInteger("queues.partitions", 8);
  private static final long SEED = Long.getLong("queues.seed", 1);

  private final Installation delaygate;
  private final Door door;
  private QueueCalls queue;

  ReadyJobsTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state, PARTITIONS);
    delaygate.allowQueues();
    var schedulers =
        List.of(
            delaygate.startScheduler("one", Map.of()), delaygate.startScheduler("two", Map.of()));
    door = new Door(delaygate, 2, Map.of("scheduler.urls", Service.urls(schedulers)));
  }

  @BeforeEach
  void nameQueue(TestInfo test) {
    queue = new QueueCalls(door, test.getTestMethod().orElseThrow().getName());
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void aCallThatDoesNotWaitGetsAsManyAsItAsksFor() {
    // Given
    publish(6);

    // Then
    assertThat(reserve(3)).containsExactly("000", "001", "002");
    assertThat(reserve(5)).containsExactly("003", "004", "005");
    assertThat(reserve(3)).isEmpty();
  }

  @Test
  void aJobOfAHigherPriorityComesNext() {
    // Given
    publish(50);
    assertThat(reserve(2)).containsExactly("000", "001");

    // When
    queue.publishReady("{\"id\": \"%s-urgent\", \"priority\": 0}".formatted(queue.name()));

    // Then
    assertThat(reserve(3)).containsExactly("urgent", "002", "003");
  }

  @Test
  void aWorkerThatNeverWaitsDrainsAQueueInFewCalls() {
    // Given
    publish(300);
    var calls = 0;
    var taken = 0;

    // When
    while (taken < 300 && calls < 60) {
      calls++;
      var jobs = queue.reserve(NONE_WAITS.formatted(10));
      taken += jobs.size();
      jobs.forEach(job -> queue.post("/finish", claim(job)));
    }

    // Then
    assertThat(taken).isEqualTo(300);
    assertThat(calls).isLessThanOrEqualTo(31);
  }

  @Test
  void callersAtOnceShareWhatIsReadyAndNobodyGetsWhatAnotherHas() {
    // Given
    publish(60);

    // When
    var answers =
        IntStream.range(0, 12)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> tryToReserve(5)))
            .toList();
    var given = new ArrayList<String>();
    answers.forEach(answer -> given.addAll(answer.join()));

    // Then: some jobs may be left, because a busy scheduler refused a call
    ContractBench.await()
        .until(
            () -> {
              given.addAll(tryToReserve(60));
              return given.size() >= 60;
            });
    assertThat(given).hasSize(60).doesNotHaveDuplicates();
  }

  @Test
  @Timeout(value = 12, unit = TimeUnit.HOURS) // the limit is that of the runs
  void whateverIsDoneToJobsTheFirstThatAreReadyAreHandedOut() {
    var threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      LongStream.range(SEED, SEED + SEQUENCES)
          .mapToObj(seed -> CompletableFuture.runAsync(() -> runSequence(seed), threads))
          .map(run -> run.orTimeout(40L * SEQUENCES, TimeUnit.SECONDS))
          .toList()
          .forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
  }

  private void runSequence(long seed) {
    var workers = seed % 2 == 0 ? 1 : 1 + (int) (seed / 2 % 8);
    new QueueModel(door, queue.name() + "-" + seed, workers, new Random(seed)).run();
  }

  /** Ids of the reserved jobs; empty if a busy scheduler did not answer. */
  private List<String> tryToReserve(int count) {
    return queue.post("/reserve", NONE_WAITS.formatted(count)).json().findValuesAsText("id");
  }

  private void publish(int jobs) {
    for (var i = 0; i < jobs; i++) {
      queue.publish("{\"id\": \"%s-%03d\"}".formatted(queue.name(), i));
    }
    queue.awaitReady(jobs);
  }

  private List<String> reserve(int count) {
    return ids(queue.reserve(NONE_WAITS.formatted(count))).stream()
        .map(id -> id.substring(queue.name().length() + 1))
        .toList();
  }
}
