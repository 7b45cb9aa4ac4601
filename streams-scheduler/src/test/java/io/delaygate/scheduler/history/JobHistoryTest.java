package io.delaygate.scheduler.history;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.store.HistoryCount;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.scheduler.store.TaskStores;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the bound of bytes of the history: its edge, its steps, and that it keeps up. */
class JobHistoryTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final long START = 1_800_000_000_000L;
  private static final long STEP_MS = 20;

  private TaskStores task;
  private long nowMs = START;
  private long cut;
  private int ended;

  @BeforeEach
  void open(@TempDir Path directory) {
    task = TaskStores.open(directory, 0, new OpenJobStores(System::nanoTime));
  }

  @AfterEach
  void close() {
    task.close();
  }

  @Test
  void entriesThatFillTheBoundExactlyStayAndOneByteMoreTakesTheOldest() {
    // Given
    var size = sizeOfOne();
    var full = history(3 * size);
    end(full, 3, 0);

    // When
    full.sweep(nowMs);
    var atTheBound = table().entries();
    var smaller = history(3 * size - 1);
    smaller.sweep(nowMs);

    // Then
    assertThat(atTheBound).isEqualTo(3);
    assertThat(full.nextSweepMs()).isGreaterThan(nowMs + DAY.toMillis());
    assertThat(table().entries()).isEqualTo(2);
    assertThat(task.table().get(id(0))).isNull();
    assertThat(task.table().get(id(1))).isNotNull();
    assertThat(task.table().firstEndedMs()).as("no entry lies before it").isEqualTo(START + 1);
    assertThat(cut).isEqualTo(1);
  }

  @Test
  void withoutABoundOnlyTheRetentionRemoves() {
    // Given
    var history = history(0);
    end(history, 100, 0);

    // When
    history.sweep(nowMs + DAY.toMillis());

    // Then
    assertThat(table().entries()).isEqualTo(100);
    assertThat(cut).isZero();
  }

  /** A bound that was lowered must not become a burst of work. */
  @Test
  void aHistoryFarAboveItsBoundBecomesSmallerInSmallSteps() {
    // Given
    end(history(0), 500, 0);
    var history = history(1);

    // When
    history.sweep(nowMs);
    var once = table().entries();
    history.sweep(nowMs + STEP_MS - 1);
    var tooSoon = table().entries();
    history.sweep(nowMs + STEP_MS);

    // Then
    assertThat(once).isEqualTo(500 - 64);
    assertThat(tooSoon).isEqualTo(once);
    assertThat(table().entries()).isEqualTo(500 - 2 * 64);
    assertThat(history.nextSweepMs()).isEqualTo(nowMs + 2 * STEP_MS);
  }

  @Test
  void removalKeepsUpWith3000JobsASecondAtTheBound() {
    // Given
    var history = history(1_000 * sizeOfOne());
    end(history, 1_000, 0);

    // When
    var most = 0L;
    for (var step = 0; step < 500; step++) {
      end(history, 60, 0);
      nowMs += STEP_MS;
      history.sweep(nowMs);
      most = Math.max(most, table().bytes());
    }

    // Then
    assertThat(most).isLessThanOrEqualTo(1_000 * sizeOfOne() + 64 * sizeOfOne());
    assertThat(table().entries()).isGreaterThanOrEqualTo(990);
    assertThat(cut).isEqualTo(500 * 60 + 1_000 - table().entries());
  }

  /** Where the oldest entries are small and the new ones large, as many entries are not enough. */
  @Test
  void removalKeepsUpInBytesWhereNewEntriesAreLarger() {
    // Given
    var small = sizeOfOne();
    var history = history(6_000 * small);
    end(history, 6_000, 0);
    history.sweep(nowMs);

    // When: 60 jobs of some 1.1 KB come for each step, of which a few small ones do not make room
    var most = 0L;
    var largest = 0L;
    for (var step = 0; step < 20; step++) {
      end(history, 60, EndedJob.RESULT_BYTES);
      nowMs += STEP_MS;
      var before = table().entries();
      history.sweep(nowMs);
      largest = Math.max(largest, before - table().entries());
      most = Math.max(most, table().bytes());
    }

    // Then
    assertThat(most).isLessThanOrEqualTo(6_000 * small);
    assertThat(largest).isBetween(300L, 1_064L);
  }

  @Test
  void itIsSurelyCompleteOnlyBelowThreeQuartersOfTheBound() {
    var retention = new Retention(DAY, 1_000);

    assertThat(retention.mayBeCut(new HistoryCount(7, 749))).isFalse();
    assertThat(retention.mayBeCut(new HistoryCount(7, 750))).isTrue();
    assertThat(Retention.of(DAY).mayBeCut(new HistoryCount(7, Long.MAX_VALUE))).isFalse();
  }

  private JobHistory history(long maxBytes) {
    return new JobHistory(task.table(), new Retention(DAY, maxBytes), entries -> cut += entries);
  }

  private HistoryCount table() {
    return task.table().history();
  }

  private long sizeOfOne() {
    var other = new JobHistory(task.table(), Retention.of(DAY), entries -> {});
    var before = table().bytes();
    var job = due("job-xxxxxx", START);
    other.add(EndedJob.of(job, EndState.DELIVERED, nowMs), false);
    var size = table().bytes() - before;
    task.table().remove(job.id());
    return size;
  }

  private void end(JobHistory history, int jobs, int resultBytes) {
    for (var i = 0; i < jobs; i++) {
      var job = due(id(ended).text(), START);
      var result = resultBytes == 0 ? null : new byte[resultBytes];
      history.add(EndedJob.of(job, EndState.DONE, result, nowMs + ended++ % 1_000), false);
    }
  }

  private static JobId id(int number) {
    return new JobId("job-%06d".formatted(number));
  }
}
