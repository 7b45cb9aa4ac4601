package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.Policy;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes that share a write, as those of jobs that a walk has just read, and who sees them when.
 * The index tells what is in the database.
 */
class ChangesTogetherTest {
  private static final int USUAL = Policy.USUAL.priority();

  private OpenStore jobs;
  private JobTable table;

  @BeforeEach
  void open(@TempDir Path directory) {
    jobs = OpenStore.exactlyOnce(directory);
    table = new JobTable(jobs.store(), jobs.registry(), 0);
  }

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void theyAreThereForAllAtTheEnd() {
    schedule(10);

    table.together(
        () -> {
          try (var waking = table.waking(USUAL)) {
            takeAndRemove(waking, 10);
            assertThat(jobs.indexEntries()).isEqualTo(10);
          }
        });

    assertThat(jobs.indexEntries()).isZero();
    table.put(due("by itself", 5));
    assertThat(jobs.indexEntries()).isEqualTo(1);
  }

  @Test
  void whoMakesThemSeesThemAtOnce() {
    table.together(
        () -> {
          table.put(due("a", 5));
          assertThat(table.get(new JobId("a"))).isNotNull();
          table.put(due("b", 6));
          assertThat(jobs.timeline(0)).containsExactly("a", "b");
          table.put(due("a", 7));
          table.remove(new JobId("b"));
          assertThat(table.get(new JobId("b"))).isNull();
        });

    assertThat(jobs.timeline(0)).containsExactly("a");
  }

  @Test
  void whatWaitsIsBounded() {
    var below = sized(due("a", 5), JobWrites.TOGETHER_BYTES - 1);
    var atIt = sized(due("a", 5), JobWrites.TOGETHER_BYTES);

    table.together(
        () -> {
          table.put(below);
          assertThat(jobs.indexEntries()).isZero();
        });
    table.remove(below.id());
    table.together(
        () -> {
          table.put(atIt);
          assertThat(jobs.indexEntries()).isEqualTo(1);
        });
  }

  @Test
  void aFailureBetweenThemLosesNoneBeforeIt() {
    // When
    var failed =
        assertThatThrownBy(
            () ->
                table.together(
                    () -> {
                      table.put(due("a", 5));
                      throw new IllegalStateException("in between");
                    }));

    // Then
    failed.hasMessage("in between");
    assertThat(jobs.indexEntries()).isEqualTo(1);
  }

  /** Else a listing that begins there finds the job neither where it was nor where it is. */
  @Test
  void theCursorPassesNoJobThatHasNotMovedYet() {
    schedule(1);

    table.together(
        () -> {
          try (var waking = table.waking(USUAL)) {
            table.put(waking.next().parked(100, null));
          }
          table.nothingWakesBefore(Long.MAX_VALUE, USUAL);
          assertThat(jobs.hasIndexEntry(parked(due("job-000", 0)))).isTrue();
        });
  }

  @Test
  void changesAlongAWalkDoNotDisturbIt() {
    schedule(1_000);

    table.together(
        () -> {
          try (var waking = table.waking(USUAL)) {
            for (var i = 0; i < 1_000; i++) {
              var job = waking.next();
              assertThat(job.id().text()).isEqualTo("job-%03d".formatted(i));
              if (i % 2 == 0) {
                table.remove(job.id());
              }
            }
            assertThat(waking.hasNext()).isFalse();
          }
        });

    assertThat(jobs.timeline(0)).hasSize(500);
  }

  /** It would be given as it was when it was read. */
  @Test
  void nothingIsChangedAheadOfAWalk() {
    schedule(3);

    try (var waking = table.waking(USUAL)) {
      takeAndRemove(waking, 2); // the third was read with the second
      assertThatThrownBy(() -> table.remove(new JobId("job-002")))
          .isInstanceOf(AssertionError.class)
          .hasMessage("changed ahead of a walk");
    }
  }

  private void schedule(int count) {
    for (var i = 0; i < count; i++) {
      table.put(due("job-%03d".formatted(i), i / 10));
    }
  }

  private void takeAndRemove(WakingJobs waking, int count) {
    for (var i = 0; i < count; i++) {
      table.remove(waking.next().id());
    }
  }

  /** The job with as much payload as makes it so many bytes with its id. */
  private static Job sized(Job job, int bytes) {
    var length = bytes;
    var sized = job;
    do {
      var payload = JobExamples.payload("x".repeat(length--));
      sized = job.changed(payload, job.times(), 0);
    } while (job.id().bytes().length + JobCodec.encode(sized).length > bytes);
    return sized;
  }

  private static byte[] parked(Job job) {
    return KeySpaces.index(job.id().bytes(), JobCodec.encode(job.parked(100, null)));
  }
}
