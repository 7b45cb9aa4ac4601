package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.store.OpenStore.CHANGELOG;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.JobState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Which offset the next owner may trust. */
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
      assertThat(second.store().ledger())
          .isEqualTo(
              new LedgerView(
                  List.of(new JobCount(JobState.SCHEDULED, "orders", 1)),
                  List.of(),
                  new Cursor(List.of(0L, 0L, 0L, 0L, 0L, 10L, 0L, 0L, 0L, Long.MAX_VALUE))));
    }
  }

  @Test
  void exactlyOnceForgetsTheOffsetOfAStoreThatWasNotClosed(
      @TempDir Path directory, @TempDir Path left) throws RocksDBException, IOException {
    // Given
    try (var first = OpenStore.exactlyOnce(directory)) {
      first.put(due("a", 10));
      first.store().commit(Map.of(CHANGELOG, 7L));
      first.put(due("uncommitted", 20));
      first.flush();
      first.crash(left);
    }

    // When
    try (var second = OpenStore.exactlyOnce(left)) {

      // Then
      assertThat(second.store().committedOffset(CHANGELOG)).isNull();
    }
  }

  @Test
  void theOffsetStaysForgottenThoughStartUpOpensAndClosesTheStoreInOrder(
      @TempDir Path directory, @TempDir Path left) throws RocksDBException, IOException {
    // Given
    try (var first = OpenStore.exactlyOnce(directory)) {
      first.put(due("a", 10));
      first.store().commit(Map.of(CHANGELOG, 7L));
      first.flush();
      first.crash(left);
    }

    // When
    OpenStore.exactlyOnce(left).close();
    try (var second = OpenStore.exactlyOnce(left)) {

      // Then
      assertThat(second.store().committedOffset(CHANGELOG)).isNull();
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

      // Then: the changelog from offset 1 on brings b again
      assertThat(second.store().committedOffset(CHANGELOG)).isEqualTo(1);
      assertThat(second.timeline(0)).containsExactly("a");
      assertThat(second.store().counted().pending()).isEqualTo(1);
      assertThat(second.store().ledger().cursor()).isEqualTo(Cursor.START);
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
