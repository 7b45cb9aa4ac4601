package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.prioritized;
import static io.delaygate.scheduler.store.OpenStore.CHANGELOG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Tests of the migration of an index in the layout of the first version. */
class IndexMigrationTest {
  private static final Job SECOND = prioritized(due("2nd", 30), 0);
  private static final Job PARKED = prioritized(due("parked", 7).parked(100, null), 3);

  @Test
  void jobsOfAStoreThatWasClosedInOrderLeaveByPriority(@TempDir Path directory) throws Exception {
    // Given
    leave(directory).close();

    // When
    try (var jobs = OpenStore.exactlyOnce(directory)) {

      // Then
      assertWhole(jobs);
    }
    try (var again = OpenStore.exactlyOnce(directory)) {
      assertWhole(again);
    }
  }

  @Test
  void aCrashRightAfterItWasReplacedLeavesAWholeIndex(@TempDir Path directory, @TempDir Path left)
      throws Exception {
    // Given
    leave(directory).close();

    // When
    try (var jobs = OpenStore.exactlyOnce(directory)) {
      jobs.crash(left);
    }

    // Then
    try (var jobs = OpenStore.exactlyOnce(left)) {
      assertWhole(jobs);
    }
  }

  @Test
  void whatACrashLeftHalfDoneIsDoneOnceMore(@TempDir Path directory) throws Exception {
    // Given
    try (var former = leave(directory, "index-2")) {
      former.addToFurther(SECOND);
    }

    // When
    try (var jobs = OpenStore.exactlyOnce(directory)) {

      // Then
      assertWhole(jobs);
    }
  }

  @Test
  void anIndexOfSeveralBatchesIsWhole(@TempDir Path directory) throws Exception {
    // Given
    try (var former = new FormerStore(directory)) {
      for (var i = 0; i < 2500; i++) {
        former.add(due("job-%04d".formatted(i), i));
      }
    }

    // When
    try (var jobs = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(jobs.timeline(0)).hasSize(2500).isSorted();
      assertThat(jobs.indexEntries()).isEqualTo(2500);
    }
  }

  /** The first version would take the entries of the new layout for stale ones and remove them. */
  @Test
  void theFirstVersionDoesNotOpenAStoreOfThisOne(@TempDir Path directory) {
    // Given
    OpenStore.exactlyOnce(directory).close();

    // When
    var opened = assertThatThrownBy(() -> new FormerStore(directory).close());

    // Then
    opened.isInstanceOf(RocksDBException.class).hasMessageContaining("index-2");
  }

  private static FormerStore leave(Path directory, String... further)
      throws RocksDBException, IOException {
    var former = new FormerStore(directory, further);
    former.add(SECOND);
    former.add(prioritized(due("1st", 20), 0));
    former.add(prioritized(due("3rd", 10), 5));
    former.add(prioritized(due("4th", 5), 9));
    former.add(PARKED);
    former.add(EndedJob.of(due("ended", 30), EndState.DELIVERED, 40));
    former.statistics(5, 40);
    former.offset(7);
    return former;
  }

  private static void assertWhole(OpenStore jobs) {
    assertThat(jobs.timeline(0)).containsExactly("1st", "2nd", "3rd", "4th");
    assertThat(new JobTable(jobs.store(), jobs.registry(), 0).parked())
        .containsExactly(ParkingBucket.ofParked(PARKED));
    assertThat(jobs.store().committedOffset(CHANGELOG)).isEqualTo(7);
    assertThat(jobs.store().reader().statistics().counts())
        .containsExactlyInAnyOrder(
            new JobCount(JobState.SCHEDULED, "orders", 4),
            new JobCount(JobState.PARKED, "orders", 1));
    try (var snapshot = jobs.store().reader().snapshot()) {
      var audit = snapshot.audit();
      while (audit.step(2)) {
        // goes on
      }
      assertThat(audit.indexAgrees()).isTrue();
      assertThat(snapshot.isNothingBelow(snapshot.cursor())).isTrue();
    }
  }
}
