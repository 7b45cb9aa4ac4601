package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.JobFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of read errors of the store, which must never look like missing jobs. Blocks of an open
 * store are damaged on the disk, and RocksDB detects that when it reads them.
 */
class ReadErrorTest {
  private static final int JOBS = 3000;
  private static final int DUE_MS = 1000;

  private OpenStore jobs;
  private JobTable table;

  @BeforeEach
  void open(@TempDir Path directory) {
    jobs = OpenStore.exactlyOnce(directory.resolve("0_0"));
    table = new JobTable(jobs.store(), jobs.registry(), 0);
    for (var i = 0; i < JOBS; i++) {
      table.put(due("job-" + i, DUE_MS + i));
      table.put(EndedJob.of(due("ended-" + i, 5), EndState.DELIVERED, DUE_MS + i));
    }
    jobs.flush();
  }

  @AfterEach
  void close() {
    jobs.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {JobDatabase.INDEX, JobDatabase.JOBS})
  void aWalkInDueOrderFailsAndNothingLeavesTheTimeline(String family) throws Exception {
    // Given
    jobs.damage(family);

    // When
    var seen = new ArrayList<String>();
    assertFails(
        () -> {
          try (var waking = table.waking(5)) {
            while (waking.hasNext()) {
              seen.add(waking.next().id().text());
            }
          }
        });

    // Then
    assertThat(seen).hasSizeBetween(1, JOBS - 1).doesNotHaveDuplicates();
    assertThat(table.nextWakeMs()).isLessThanOrEqualTo(DUE_MS);
    assertThat(table.pending()).isEqualTo(JOBS);
  }

  @Test
  void aFailedWalkRemovesNoEntry() throws Exception {
    // Given
    jobs.damage(JobDatabase.JOBS);

    // When
    assertFails(() -> jobs.timeline(0));

    // Then
    assertThat(jobs.indexEntries()).isEqualTo(2L * JOBS);
  }

  @ParameterizedTest
  @ValueSource(strings = {JobDatabase.INDEX, JobDatabase.JOBS})
  void jobsThatEndedAreNotPassedOver(String family) throws Exception {
    // Given
    jobs.damage(family);

    // When
    assertFails(() -> table.removeEnded(Long.MAX_VALUE, JOBS));

    // Then
    assertThat(table.firstEndedMs()).isLessThanOrEqualTo(DUE_MS);
  }

  @Test
  void aJobThatCannotBeReadIsNotUnknown() throws Exception {
    // Given
    jobs.damage(JobDatabase.JOBS);

    // When
    var failed = 0;
    for (var i = 0; i < JOBS; i++) {
      failed += isReadable("job-" + i) ? 0 : 1;
    }

    // Then
    assertThat(failed).isBetween(1, JOBS - 1);
  }

  /** Otherwise a job that is logged again would have two entries, and be delivered twice. */
  @Test
  void aRestoreDoesNotTakeAJobForANewOne() throws Exception {
    // Given
    jobs.damage(JobDatabase.JOBS);

    // When
    var records = new ArrayList<OpenStore.Logged>();
    for (var i = 0; i < JOBS; i++) {
      records.add(OpenStore.logged(due("job-" + i, 2 * DUE_MS + i)));
    }

    // Then
    assertFails(() -> jobs.restore(records));
    assertThat(jobs.indexEntries()).isEqualTo(2L * JOBS);
  }

  @ParameterizedTest
  @ValueSource(strings = {JobDatabase.INDEX, JobDatabase.JOBS})
  void aListingDoesNotEndBeforeItsEnd(String family) throws Exception {
    // Given
    jobs.damage(family);

    // When
    try (var snapshot = jobs.snapshot()) {
      var filter = new JobFilter(null, JobState.SCHEDULED, 0, Long.MAX_VALUE, "", null);
      var listing = snapshot.list(filter, ScanWatermarks.START, null);

      // Then
      assertFails(
          () -> {
            while (listing.peek() != null) {
              listing.take();
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {JobDatabase.INDEX, JobDatabase.JOBS})
  void anAuditCountsAllOrNothing(String family) throws Exception {
    // Given
    jobs.damage(family);

    // Then
    try (var snapshot = jobs.snapshot()) {
      assertFails(() -> snapshot.audit().step(Integer.MAX_VALUE));
    }
  }

  private boolean isReadable(String id) {
    try {
      assertThat(table.get(new JobId(id))).isNotNull();
      return true;
    } catch (ProcessorStateException failed) {
      jobs.store().failed(failed);
      return false;
    }
  }

  private void assertFails(ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(ProcessorStateException.class, jobs.store()::failed)
        .hasRootCauseInstanceOf(org.rocksdb.RocksDBException.class);
  }
}
