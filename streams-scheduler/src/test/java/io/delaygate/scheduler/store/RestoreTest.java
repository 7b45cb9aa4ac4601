package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.prioritized;
import static io.delaygate.scheduler.store.OpenStore.logged;
import static io.delaygate.scheduler.store.OpenStore.tombstone;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.store.OpenStore.Logged;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.JobState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of restores: batches of the changelog become the same jobs, index and counts again. */
class RestoreTest {
  private OpenStore jobs;

  @BeforeEach
  void open(@TempDir Path directory) {
    jobs = OpenStore.exactlyOnce(directory);
  }

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void ofSeveralRecordsOfOneJobTheLastCounts() {
    // When
    jobs.restore(
        logged(due("a", 10)), logged(due("b", 20)), logged(due("a", 30)), logged(due("a", 40)));

    // Then
    assertThat(jobs.timeline(0)).containsExactly("b", "a");
    assertThat(jobs.timeline(40)).containsExactly("a");
    assertThat(jobs.indexEntries()).isEqualTo(2);
  }

  @Test
  void aTombstoneRemovesAJobOfTheSameOrAnEarlierBatch() {
    // Given
    jobs.restore(logged(due("earlier", 10)), logged(due("stays", 20)));

    // When
    jobs.restore(
        tombstone("earlier"), logged(due("same", 5)), tombstone("same"), tombstone("never"));

    // Then
    assertThat(jobs.timeline(0)).containsExactly("stays");
    assertThat(jobs.store().get(OpenStore.key("earlier"))).isNull();
  }

  @Test
  void aJobThatMovedOrWasParkedInALaterBatchIsFoundInItsNewPlaceOnly() {
    // Given
    jobs.restore(logged(due("moved", 10)), logged(due("parked", 11)), logged(due("back", 12)));

    // When
    jobs.restore(logged(due("moved", 30)), logged(due("parked", 11).parked(500, null)));
    jobs.restore(logged(due("back", 40)), logged(due("back", 12)));

    // Then
    assertThat(jobs.timeline(0)).containsExactly("back", "moved");
    assertThat(jobs.ids(start(KeySpaces.PARKED), start(KeySpaces.ENDED))).containsExactly("parked");
  }

  @Test
  void countsAreThoseOfTheJobsThatAreThereAtTheEnd() {
    // Given
    var ended = EndedJob.of(due("ended", 10), EndState.DELIVERED, 11);

    // When
    jobs.restore(logged(due("ended", 10)), logged(due("gone", 10)), logged(due("a", 10)));
    jobs.restore(
        new Logged(OpenStore.key("ended").get(), EndedJobCodec.encode(ended)),
        tombstone("gone"),
        logged(due("b", 20)),
        logged(due("b", 20).parked(500, null)));

    // Then
    assertThat(jobs.statistics().counts())
        .containsExactlyInAnyOrder(
            new JobCount(JobState.SCHEDULED, "orders", 1),
            new JobCount(JobState.PARKED, "orders", 1));
    assertThat(jobs.store().counted().pending("orders")).isEqualTo(2);
    assertThat(jobs.store().counted().pending("mails")).isZero();
    assertThat(jobs.store().reader().find(new JobId("ended"))).isEqualTo(ended);
  }

  /** Otherwise the first scan of a new owner would walk the tombstones of all jobs that ended. */
  @Test
  void theCursorOfEachPriorityFollowsAStandby() {
    // When
    jobs.restore(logged(due("stays", 50_000)), logged(prioritized(due("urgent", 60_000), 0)));
    for (var i = 0; i < 10_000; i++) {
      jobs.restore(logged(prioritized(due("gone", i), i % 10)));
    }
    jobs.restore(tombstone("gone"));

    // Then
    assertThat(cursorMs(0, 4, 5)).containsExactly(60_000L, Long.MAX_VALUE, 50_000L);
    jobs.restore(logged(prioritized(due("near", 7), 4)));
    assertThat(cursorMs(0, 4, 5)).containsExactly(60_000L, 7L, 50_000L);
  }

  private List<Long> cursorMs(int... priorities) {
    var cursor = jobs.statistics().cursor();
    return Arrays.stream(priorities).mapToObj(cursor::ms).toList();
  }

  /** A standby sees every job come and go without scans, so leftovers would stay for ever. */
  @Test
  void jobsThatCameAndWentWhileStandingByLeaveNothingBehind() {
    // When
    for (var i = 0; i < 100; i++) {
      jobs.restore(logged(due("gone-" + i, i)));
      jobs.restore(logged(due("moved", 1000 + i)));
      jobs.restore(tombstone("gone-" + i));
    }

    // Then
    assertThat(jobs.indexEntries()).isEqualTo(1);
    assertThat(jobs.timeline(0)).containsExactly("moved");
  }

  @Test
  void theWriterDoesNotBelieveWhatItReadBeforeARestore() {
    // Given
    jobs.put(due("a", 10));
    jobs.commit();
    jobs.store().get(OpenStore.key("a"));

    // When
    jobs.restore(logged(due("a", 20)));
    jobs.put(due("a", 30));

    // Then
    assertThat(jobs.indexEntries()).isEqualTo(1);
    assertThat(jobs.timeline(0)).containsExactly("a");
  }

  @Test
  void aHundredThousandJobsComeBackInBatches() {
    // Given
    var batch = new ArrayList<OpenStore.Logged>();

    // When
    for (var i = 0; i < 100_000; i++) {
      batch.add(logged(due("job-" + i, 100_000 - i)));
      if (batch.size() == 1000) {
        jobs.restore(batch);
        batch.clear();
      }
    }

    // Then
    var order = jobs.timeline(0);
    assertThat(order).hasSize(100_000).startsWith("job-99999").endsWith("job-0");
    assertThat(jobs.indexEntries()).isEqualTo(100_000);
  }

  private static Bytes start(byte space) {
    return Bytes.wrap(KeySpaces.space(space));
  }
}
