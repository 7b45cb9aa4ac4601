package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.store.OpenStore.CHANGELOG;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.job.JobState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

/** Tests of committed offsets: the next owner finds exactly the jobs that its offset covers. */
class OffsetsTest {
  @Test
  void anOrderlyCloseKeepsJobsAndOffset(@TempDir Path directory) {
    // Given
    try (var first = OpenStore.exactlyOnce(directory)) {
      first.put(due("a", 10));
      first.store().counted().wakes(5).endScan(10);
      first.store().counted().wakes(9).endScan(Long.MAX_VALUE);
      first.store().commit(Map.of(CHANGELOG, 7L));
    }

    // When
    try (var second = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(second.store().committedOffset(CHANGELOG)).isEqualTo(7);
      assertThat(second.timeline(0)).containsExactly("a");
      assertThat(second.statistics())
          .isEqualTo(
              new StatisticsView(
                  List.of(new JobCount(JobState.SCHEDULED, "orders", 1)),
                  List.of(),
                  new ScanWatermarks(List.of(0L, 0L, 0L, 0L, 0L, 10L, 0L, 0L, 0L, Long.MAX_VALUE)),
                  HistoryCount.NONE));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCrashLeavesWhatWasCommittedAndNothingElse(
      boolean isFlushed, @TempDir Path directory, @TempDir Path left)
      throws RocksDBException, IOException {
    // Given
    try (var first = OpenStore.exactlyOnce(directory)) {
      first.put(due("a", 10));
      first.put(due("delivered", 15));
      first.store().commit(Map.of(CHANGELOG, 7L));
      if (isFlushed) {
        first.store().reader().writeOut();
      }
      first.put(due("uncommitted", 20));
      first.delete("delivered");
      first.crash(left);
    }

    // When
    OpenStore.exactlyOnce(left).close();
    try (var second = OpenStore.exactlyOnce(left)) {

      // Then
      assertThat(second.store().committedOffset(CHANGELOG)).isEqualTo(7);
      assertThat(second.timeline(0)).containsExactly("a", "delivered");
      assertThat(second.store().counted().pending()).isEqualTo(2);
    }
  }

  /**
   * Such a version wrote each change at once, so it is unknown whether the change was committed.
   */
  @Test
  void whatAnEarlierVersionLeftOpenIsMadeAnew(@TempDir Path directory) throws RocksDBException {
    // Given
    try (var former = OpenStore.exactlyOnce(directory)) {
      former.put(due("uncommitted", 10));
      former.store().commit(Map.of(CHANGELOG, 7L));
      former.markInUse();
    }

    // When
    OpenStore.exactlyOnce(directory).close();
    try (var second = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(second.store().committedOffset(CHANGELOG)).isNull();
      assertThat(second.timeline(0)).isEmpty();
      assertThat(second.store().counted().pending()).isZero();
    }
  }

  @Test
  void atLeastOnceWhatAnEarlierVersionLeftOpenIsCountedAnew(@TempDir Path directory)
      throws RocksDBException {
    // Given
    try (var former = OpenStore.atLeastOnce(directory)) {
      former.put(due("a", 10));
      former.store().commit(Map.of(CHANGELOG, 7L));
      former.store().counted().addTopics(JobCount.key(JobState.SCHEDULED, "wrong"), 5);
      former.store().commit(Map.of(CHANGELOG, 8L));
      former.markInUse();
    }

    // When
    try (var second = OpenStore.atLeastOnce(directory)) {

      // Then
      assertThat(second.store().committedOffset(CHANGELOG)).isEqualTo(8);
      assertThat(second.statistics().counts())
          .containsExactly(new JobCount(JobState.SCHEDULED, "orders", 1));
    }
  }

  @Test
  void whatIsCommittedAfterAFailedTransactionIsRefusedAndDropped(@TempDir Path directory) {
    // Given
    try (var jobs = OpenStore.transactional(directory)) {
      jobs.put(due("a", 10));
      jobs.registry().stages().committed();
      jobs.store().commit(Map.of(CHANGELOG, 7L));
      jobs.put(due("ghost", 20));
      jobs.delete("a");
      jobs.registry().stages().aborted();

      // When
      assertThatThrownBy(() -> jobs.store().commit(Map.of(CHANGELOG, 9L)))
          .isInstanceOf(ProcessorStateException.class)
          .hasMessageContaining("not committed");

      // Then: further puts are refused, too, however often Streams tries to commit
      assertThatThrownBy(() -> jobs.store().commit(Map.of(CHANGELOG, 9L)))
          .isInstanceOf(ProcessorStateException.class);
      assertThatThrownBy(() -> jobs.put(due("b", 30))).isInstanceOf(ProcessorStateException.class);
    }
    try (var next = OpenStore.transactional(directory)) {
      assertThat(next.store().committedOffset(CHANGELOG)).isEqualTo(7);
      assertThat(next.timeline(0)).containsExactly("a");
    }
  }

  @Test
  void noTransactionBeginsUponChangesOfOneThatIsOver(@TempDir Path directory) {
    try (var jobs = OpenStore.transactional(directory)) {
      // Given
      var stages = jobs.registry().stages();
      jobs.put(due("a", 10));
      stages.begins();
      stages.aborted();

      // When
      assertThatThrownBy(stages::begins).isInstanceOf(KafkaException.class);
      assertThatThrownBy(() -> jobs.put(due("b", 20))).isInstanceOf(ProcessorStateException.class);

      // Then
      jobs.store().close();
      stages.begins();
    }
  }

  /** The task may have changed nothing, but still have read and answered commands. */
  @Test
  void noTransactionBeginsWhileATaskGoesOnAsIfAnAbortedOneWereCommitted() {
    // Given
    var stages = new ThreadTransactions(true);
    var closed = new TaskId(0, 0);
    var left = new TaskId(0, 1);
    stages.works(closed);
    stages.works(left);
    stages.begins();

    // When
    stages.aborted();
    stages.closed(closed);

    // Then
    assertThatThrownBy(stages::begins).isInstanceOf(KafkaException.class);
    stages.works(left);
    assertThatThrownBy(stages::begins).isInstanceOf(KafkaException.class);
    stages.closed(left);
    stages.works(left);
    stages.begins();
    stages.committed();
    stages.works(left);
    stages.begins();
  }

  @Test
  void aCorruptedTaskDropsWhatIsStaged(@TempDir Path directory) {
    // Given
    try (var jobs = OpenStore.transactional(directory)) {
      jobs.put(due("ghost", 10));

      // When
      jobs.store().commit(Map.of());
    }

    // Then
    try (var next = OpenStore.transactional(directory)) {
      assertThat(next.timeline(0)).isEmpty();
      assertThat(next.store().committedOffset(CHANGELOG)).isNull();
    }
  }

  @Test
  void aCrashBeforeTheFirstFlushLeavesWhatTheLastOrderlyCloseLeft(
      @TempDir Path directory, @TempDir Path left) throws RocksDBException, IOException {
    // Given
    try (var first = OpenStore.exactlyOnce(directory)) {
      first.put(due("a", 10));
      first.store().commit(Map.of(CHANGELOG, 7L));
    }
    try (var second = OpenStore.exactlyOnce(directory)) {
      second.put(due("uncommitted", 20));
      second.crash(left);
    }

    // When
    try (var third = OpenStore.exactlyOnce(left)) {

      // Then
      assertThat(third.store().committedOffset(CHANGELOG)).isEqualTo(7);
      assertThat(third.timeline(0)).containsExactly("a");
    }
  }

  @Test
  void atLeastOnceFindsOffsetAndJobsOfOneMoment(@TempDir Path directory, @TempDir Path left)
      throws RocksDBException, IOException {
    // Given
    try (var first = OpenStore.atLeastOnce(directory)) {
      first.put(due("a", 10));
      first.store().commit(Map.of(CHANGELOG, 1L));
      first.flush();
      first.put(due("b", 20));
      first.store().commit(Map.of(CHANGELOG, 2L));
      first.crash(left);
    }

    // When
    try (var second = OpenStore.atLeastOnce(left)) {

      // Then
      assertThat(second.store().committedOffset(CHANGELOG)).isEqualTo(2);
      assertThat(second.timeline(0)).containsExactly("a", "b");
      assertThat(second.store().counted().pending()).isEqualTo(2);
      assertThat(second.statistics().cursor()).isEqualTo(ScanWatermarks.START);
    }
  }

  @Test
  void whateverRocksDbFlushedByItselfJobsIndexAndOffsetAreOfOneMoment(
      @TempDir Path directory, @TempDir Path left) throws RocksDBException, IOException {
    // Given
    try (var small = new RocksMemory(1 << 20, 1 << 20);
        var first = OpenStore.atLeastOnce(directory, small)) {
      for (var i = 0; i < 20_000; i++) {
        first.put(due("job-%05d".formatted(i), i));
        first.store().commit(Map.of(CHANGELOG, (long) i));
      }
      first.crash(left);
    }

    // When
    try (var second = OpenStore.atLeastOnce(left)) {

      // Then: a flush may come between a job and the commit after it
      long offset = requireNonNull(second.store().committedOffset(CHANGELOG));
      var jobs = second.timeline(0);
      assertThat(offset).isBetween(100L, 19_999L);
      assertThat((long) jobs.size()).isBetween(offset + 1, offset + 2);
      assertThat(second.indexEntries()).isEqualTo(jobs.size());
      assertThat(second.store().counted().pending()).isEqualTo(jobs.size());
      assertThat(second.store().get(OpenStore.key("job-%05d".formatted(jobs.size())))).isNull();
    }
  }

  @Test
  void anEmptyCommitForgetsAllAndANullOffsetItsOwn(@TempDir Path directory) {
    try (var jobs = OpenStore.exactlyOnce(directory)) {
      // Given
      var other = new TopicPartition("other-changelog", 1);
      var third = new TopicPartition("third-changelog", 1);
      jobs.store().commit(Map.of(CHANGELOG, 1L, other, 2L, third, 3L));
      var removal = new HashMap<TopicPartition, Long>();
      removal.put(other, null);

      // When
      jobs.store().commit(removal);

      // Then
      assertThat(jobs.store().committedOffset(other)).isNull();
      assertThat(jobs.store().committedOffset(CHANGELOG)).isEqualTo(1);
      jobs.store().commit(Map.of());
      assertThat(jobs.store().committedOffset(CHANGELOG)).isNull();
      assertThat(jobs.store().committedOffset(third)).isNull();
    }
  }

  @Test
  void aStoreCanBeOpenedAgainAfterItWasClosed(@TempDir Path directory) {
    // Given
    try (var jobs = OpenStore.exactlyOnce(directory)) {
      jobs.put(due("a", 10));
      jobs.store().commit(Map.of(CHANGELOG, 7L));
      jobs.store().close();

      // When
      jobs.store().init(new StoreContext(directory.toFile(), "exactly_once_v2"), jobs.store());
      jobs.put(due("a", 30));

      // Then
      assertThat(jobs.store().isOpen()).isTrue();
      assertThat(jobs.store().committedOffset(CHANGELOG)).isEqualTo(7);
      assertThat(jobs.indexEntries()).isEqualTo(1);
    }
  }

  @Test
  void aClosedStoreHasNoOffsetAndTakesNone(@TempDir Path directory) {
    // Given
    var jobs = OpenStore.exactlyOnce(directory);
    jobs.store().commit(Map.of(CHANGELOG, 7L));

    // When
    jobs.close();
    jobs.store().commit(Map.of(CHANGELOG, 8L));

    // Then
    assertThat(jobs.store().committedOffset(CHANGELOG)).isNull();
    assertThat(jobs.store().managesOffsets()).isTrue();
    assertThat(jobs.store().persistent()).isTrue();
  }
}
