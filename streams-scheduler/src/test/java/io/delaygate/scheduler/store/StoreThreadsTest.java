package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One thread writes, others read, and any of them may meet the end of the store. */
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
    var reading = new CountDownLatch(1);
    var scans =
        reader.submit(
            () -> {
              while (true) {
                jobs.timeline(0);
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

  @Test
  void whatAnotherThreadReadBeforeAChangeDoesNotMisleadTheWriter() throws Exception {
    // Given
    var scan = elsewhere(jobs::usual);
    elsewhere(scan::hasNext);
    jobs.put(due("job-0", 5000));
    elsewhere(scan::next);

    // When
    jobs.put(due("job-0", 6000));

    // Then
    assertThat(jobs.indexEntries()).isEqualTo(1000);
    scan.close();
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
  void aNewWriterDoesNotUseWhatTheOldOneRead() throws Exception {
    // Given
    jobs.put(due("a", 5));
    elsewhere(
        () -> {
          jobs.put(due("a", 50));
          return true;
        });

    // When
    jobs.put(due("a", 6));

    // Then
    assertThat(jobs.indexEntries()).isEqualTo(1001);
  }

  private <T> T elsewhere(Callable<T> read) throws Exception {
    return reader.submit(read).get(10, TimeUnit.SECONDS);
  }
}
