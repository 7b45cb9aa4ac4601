package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Tests of number and bytes of ended jobs over restarts, upgrades and downgrades. */
class HistoryCountTest {
  private static final byte[] FLOORS = "floors".getBytes(UTF_8);

  /** What a version before wrote: ten priorities and the ends. */
  private static final int FORMER_FLOORS_BYTES = 88;

  @Test
  void aRecordAndAKeyOfTheIndexCountForEachEndedJob(@TempDir Path directory) {
    try (var open = OpenStore.exactlyOnce(directory)) {
      // Given
      open.put(due("pending", 10));

      // When
      end(open, "abc", 10);

      // Then: the id twice, the time and a mark in the key, and the record
      var bytes = 2 * 3 + 9 + EndedJobCodec.encode(ended("abc", 10)).length;
      assertThat(open.statistics().history()).isEqualTo(new HistoryCount(1, bytes));
    }
  }

  @Test
  void itIsTheSameAfterARestart(@TempDir Path directory) {
    // Given
    HistoryCount before;
    try (var first = OpenStore.exactlyOnce(directory)) {
      end(first, "a", 10);
      end(first, "bb", 20);
      end(first, "bb", 30);
      before = first.statistics().history();
    }

    // When
    try (var second = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(before.entries()).isEqualTo(2);
      assertThat(second.statistics().history()).isEqualTo(before);
    }
  }

  @Test
  void aStoreOfAVersionWithoutTheCountIsCountedAtItsFirstOpening(@TempDir Path directory)
      throws RocksDBException {
    // Given
    HistoryCount before;
    try (var first = OpenStore.exactlyOnce(directory)) {
      first.put(due("pending", 10));
      end(first, "a", 10);
      end(first, "bb", 20);
      before = first.statistics().history();
      shortenFloors(first);
    }

    // When
    try (var second = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(second.statistics().history()).isEqualTo(before);
      assertThat(second.statistics().counts()).hasSize(1);
    }
  }

  /** Such a version keeps the file format, and knows nothing of the count beside the watermarks. */
  @Test
  void whatAVersionWithoutTheCountChangedInBetweenIsCounted(@TempDir Path directory)
      throws RocksDBException {
    // Given
    try (var first = OpenStore.exactlyOnce(directory)) {
      end(first, "a", 10);
      first.commit();
      var later = ended("later", 20);
      var value = EndedJobCodec.encode(later);
      var database = first.store().database();
      database.db().put(database.jobs(), later.id().bytes(), value);
      var key = KeySpaces.index(later.id().bytes(), value);
      database.db().put(database.index(), key, new byte[0]);
      shortenFloors(first);
    }

    // When
    try (var second = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(second.statistics().history().entries()).isEqualTo(2);
    }
  }

  /** The order of the low watermarks is that of the version before: it reads them and no more. */
  @Test
  void aVersionWithoutTheCountReadsTheWatermarks(@TempDir Path directory) throws RocksDBException {
    try (var open = OpenStore.exactlyOnce(directory)) {
      // Given
      end(open, "a", 10);
      open.store().counted().ends().endScan(7);

      // When
      open.commit();

      // Then
      var database = open.store().database();
      var floors = Bytes.wrap(database.db().get(database.offsets(), FLOORS)).get();
      assertThat(floors).hasSize(FORMER_FLOORS_BYTES + 16);
      assertThat(floors[FORMER_FLOORS_BYTES - 1]).isEqualTo((byte) 7);
    }
  }

  private static void shortenFloors(OpenStore open) throws RocksDBException {
    var database = open.store().database();
    var floors = database.db().get(database.offsets(), FLOORS);
    database.db().put(database.offsets(), FLOORS, Arrays.copyOf(floors, FORMER_FLOORS_BYTES));
  }

  private static void end(OpenStore open, String id, long endedMs) {
    var job = ended(id, endedMs);
    open.store().put(KeySpaces.job(job.id().bytes()), EndedJobCodec.encode(job));
    open.commit();
  }

  private static EndedJob ended(String id, long endedMs) {
    return EndedJob.of(due(id, 5), EndState.DELIVERED, endedMs);
  }
}
