package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of snapshots: each shows one moment of a store, while the writer continues. */
class JobSnapshotTest {
  /**
   * The writer is not throttled and each snapshot scans its tombstones, so a larger number is slow.
   */
  private static final int MOMENTS = 50;

  private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();
  private OpenStore jobs;

  @BeforeEach
  void open(@TempDir Path directory) {
    jobs = OpenStore.exactlyOnce(directory);
    jobs.put(due("a", 10));
    jobs.put(due("b", 20));
    jobs.put(due("c", 30).parked(900, null));
  }

  @AfterEach
  void close() {
    elsewhere.shutdownNow();
    jobs.close();
  }

  @Test
  void jobsAndIndexAreThoseOfTheMoment() {
    // Given
    try (var snapshot = jobs.snapshot()) {
      // When
      change();

      // Then
      assertThat(list(snapshot))
          .extracting(JobSnapshotTest::text)
          .containsExactly("a SCHEDULED 10", "b SCHEDULED 20", "c PARKED 30");
      assertThat(audit(snapshot)).isTrue();
    }
    try (var later = jobs.snapshot()) {
      assertThat(list(later)).extracting(job -> job.id().text()).containsExactly("new", "c", "b");
    }
  }

  private void change() {
    jobs.delete("a");
    jobs.put(due("b", 500));
    jobs.put(due("c", 30));
    jobs.put(due("new", 15));
  }

  private static String text(Job job) {
    return job.id().text() + " " + job.state() + " " + job.times().dueMs();
  }

  @Test
  void everyMomentIsWholeWhileAnotherThreadWrites() throws Exception {
    // Given
    var stop = new AtomicBoolean();
    var written = new CountDownLatch(1000);
    var writer =
        elsewhere.submit(
            () -> {
              var random = new Random(7);
              while (!stop.get()) {
                writeAtRandom(random);
                jobs.commit();
                written.countDown();
              }
              return true;
            });
    assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();

    // When
    for (var i = 0; i < MOMENTS; i++) {
      try (var snapshot = jobs.store().reader().snapshot()) {
        var listed = list(snapshot);
        var audit = snapshot.audit();
        while (audit.step(100)) {
          // goes on
        }

        // Then
        assertThat(audit.indexAgrees()).as("moment %d", i).isTrue();
        assertThat(counts(audit.counted().counts())).as("moment %d", i).isEqualTo(counts(listed));
        assertThat(listed).extracting(Job::id).doesNotHaveDuplicates();
      }
    }
    stop.set(true);
    assertThat(writer.get(30, TimeUnit.SECONDS)).isTrue();
  }

  private void writeAtRandom(Random random) {
    var id = "job-" + random.nextInt(60);
    var job = due(id, random.nextInt(50), "topic-" + random.nextInt(3), null);
    switch (random.nextInt(4)) {
      case 0 -> jobs.delete(id);
      case 1 -> jobs.put(job.parked(random.nextInt(90), null));
      default -> jobs.put(job);
    }
  }

  private static Object counts(List<?> found) {
    var counts = new HashMap<String, Long>();
    for (var each : found) {
      if (each instanceof Job job) {
        counts.merge(JobCount.key(job.state(), job.target().topic()), 1L, Long::sum);
      } else if (each instanceof JobCount count) {
        counts.put(JobCount.key(count.state(), count.topic()), count.jobs());
      }
    }
    return counts;
  }

  @Test
  void anAuditSeesAnIndexThatDoesNotFit() {
    // When
    jobs.staleEntry("gone", 3);

    // Then
    try (var snapshot = jobs.snapshot()) {
      assertThat(audit(snapshot)).isFalse();
    }
  }

  @Test
  void anAuditThatIsNotOverSaysNothing() {
    try (var snapshot = jobs.snapshot()) {
      // Given
      var audit = snapshot.audit();

      // When
      var more = audit.step(5);

      // Then: three jobs and two of three index entries were checked
      assertThat(more).isTrue();
      assertThat(audit.indexAgrees()).isFalse();
      assertThat(audit.step(1)).isFalse();
      assertThat(audit.indexAgrees()).isTrue();
    }
  }

  @Test
  void aReaderIsToldWhenTheStoreCloses() {
    // Given
    var reader = requireNonNull(jobs.registry().find(0));
    var snapshot = jobs.snapshot();
    var listing = snapshot.list(JobFilter.ALL, ScanWatermarks.START, null);
    var audit = snapshot.audit();

    // When
    jobs.close();

    // Then
    assertThatThrownBy(listing::take).isInstanceOf(InvalidStateStoreException.class);
    assertThatThrownBy(() -> audit.step(1)).isInstanceOf(InvalidStateStoreException.class);
    assertThatThrownBy(snapshot::audit).isInstanceOf(InvalidStateStoreException.class);
    assertThatThrownBy(reader::snapshot).isInstanceOf(InvalidStateStoreException.class);
    assertThatThrownBy(() -> reader.find(new JobId("a")))
        .isInstanceOf(InvalidStateStoreException.class);
    snapshot.close();
  }

  @RepeatedTest(20)
  void aReaderMeetsTheEndOfTheStoreAtAnyMoment() throws Exception {
    // Given
    var reading = new CountDownLatch(1);
    var reads =
        elsewhere.submit(
            () -> {
              while (true) {
                try (var snapshot = jobs.store().reader().snapshot()) {
                  list(snapshot);
                  reading.countDown();
                }
              }
            });
    assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();

    // When
    jobs.close();

    // Then
    assertThatThrownBy(() -> reads.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InvalidStateStoreException.class);
  }

  @Test
  void aStoreIsFoundWhileItIsOpen(@TempDir Path other) {
    // Given
    var registry = new OpenJobStores(System::nanoTime);
    var first = TaskStores.open(other.resolve("first"), 3, registry);
    var found = registry.find(3);

    // When
    var second = TaskStores.open(other.resolve("second"), 3, registry);
    first.close();

    // Then: the end of the first task comes late, and does not hide the second
    assertThat(found).isSameAs(first.reader());
    assertThat(registry.find(3)).isSameAs(second.reader());
    assertThat(registry.find(0)).isNull();
    second.close();
    assertThat(registry.find(3)).isNull();
  }

  private static List<Job> list(JobSnapshot snapshot) {
    var found = new ArrayList<Job>();
    var listing = snapshot.list(JobFilter.ALL, ScanWatermarks.START, null);
    var positions = new ArrayList<DuePosition>();
    for (var next = listing.peek(); next != null; next = listing.peek()) {
      positions.add(next);
      found.add(listing.take());
    }
    assertThat(positions).isSorted();
    assertThat(new HashSet<>(positions)).hasSameSizeAs(positions);
    return found;
  }

  private static boolean audit(JobSnapshot snapshot) {
    var audit = snapshot.audit();
    while (audit.step(2)) {
      // goes on
    }
    return audit.indexAgrees();
  }
}
