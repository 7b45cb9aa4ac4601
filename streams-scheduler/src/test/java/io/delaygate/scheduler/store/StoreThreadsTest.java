package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.service.query.JobFilter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of one writing and several reading threads, any of which may meet the end of the store. */
class StoreThreadsTest {
  private final ExecutorService reader = Executors.newSingleThreadExecutor();
  private OpenStore jobs;

  @BeforeEach
  void open(@TempDir Path directory) {
    jobs = OpenStore.exactlyOnce(directory);
    for (var i = 0; i < 1000; i++) {
      jobs.put(due("job-" + i, i));
    }
  }

  @AfterEach
  void close() {
    reader.shutdownNow();
    jobs.close();
  }

  @RepeatedTest(20)
  void aReaderIsToldWhenTheStoreClosesUnderIt() throws InterruptedException {
    // Given
    jobs.commit();
    var reading = new CountDownLatch(1);
    var scans =
        reader.submit(
            () -> {
              while (true) {
                list();
                reading.countDown();
              }
            });
    reading.await();

    // When
    jobs.close();

    // Then
    assertThatThrownBy(() -> scans.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InvalidStateStoreException.class);
  }

  private void list() {
    try (var snapshot = jobs.store().reader().snapshot()) {
      var listing = snapshot.list(JobFilter.ALL, snapshot.cursor(), null);
      while (listing.peek() != null) {
        listing.take();
      }
    }
  }

  @Test
  void whoReadsRemovesNothing() throws Exception {
    // Given
    var stale = jobs.staleEntry("gone", 3);

    // When
    var read = elsewhere(() -> jobs.timeline(3));
    var readByTheWriter = jobs.timeline(3);

    // Then
    assertThat(read).hasSize(997).doesNotContain("gone").isEqualTo(readByTheWriter);
    assertThat(jobs.hasIndexEntry(stale)).isTrue();
  }

  @Test
  void othersSeeNothingOfAChangeBeforeItIsCommitted() throws Exception {
    // Given
    jobs.commit();

    // When
    jobs.put(due("job-0", 5000));
    jobs.put(due("new", 6000));

    // Then
    var reader = jobs.store().reader();
    assertThat(elsewhere(reader::statistics).counts())
        .containsExactly(new JobCount(JobState.SCHEDULED, "orders", 1000));
    assertThat(elsewhere(() -> first(reader))).isZero();

    // When
    jobs.commit();

    // Then
    assertThat(elsewhere(() -> reader.find(new JobId("new")))).isNotNull();
    assertThat(elsewhere(reader::statistics).counts())
        .containsExactly(new JobCount(JobState.SCHEDULED, "orders", 1001));
    assertThat(elsewhere(() -> first(reader))).isEqualTo(1);
  }

  private static long first(CommittedJobs reader) {
    try (var snapshot = reader.snapshot()) {
      return snapshot.firstDueMs(0, snapshot.cursor()).orElseThrow();
    }
  }

  /** A caller that was told of a committed change finds it, even if the store hears of it later. */
  @Test
  void aReaderWaitsForACommitThatIsUnderWay(@TempDir Path directory) throws Exception {
    try (var transactional = OpenStore.transactional(directory)) {
      // Given
      transactional.put(due("new", 6000));
      var before = elsewhere(() -> find(transactional));
      transactional.registry().stages().commits();

      // When
      var found = reader.submit(() -> find(transactional));
      awaitReader();
      transactional.registry().stages().committed();
      transactional.commit();

      // Then
      assertThat(before).isNull();
      assertThat(found.get(10, TimeUnit.SECONDS)).isNotNull();
    }
  }

  /** Without transactions, outcomes are sent at once. */
  @Test
  void withoutTransactionsAReaderWaitsForTheNextCommit() throws Exception {
    // Given
    jobs.commit();
    jobs.put(due("new", 6000));

    // When
    var found = reader.submit(() -> find(jobs));
    awaitReader();
    jobs.commit();

    // Then
    assertThat(found.get(10, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void aReaderDoesNotWaitForEverForACommit() throws Exception {
    // Given
    jobs.commit();

    // When
    jobs.put(due("new", 6000));

    // Then
    assertThat(elsewhere(() -> find(jobs))).isNull();
  }

  private static @Nullable KnownJob find(OpenStore store) {
    return store.store().reader().find(new JobId("new"));
  }

  private void awaitReader() {
    while (!reading()) {
      Thread.onSpinWait();
    }
  }

  private boolean reading() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Stream::of)
        .anyMatch(frame -> frame.getMethodName().equals("awaitCommit"));
  }

  private <T> T elsewhere(Callable<T> read) throws Exception {
    return reader.submit(read).get(10, TimeUnit.SECONDS);
  }
}
