package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.app.StoreReads;
import io.delaygate.schemas.contract.JobId;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Test of a store whose filters exceed the block cache: a look-up reads a few blocks. */
class LargeStoreTest {
  /** Enough that their filter alone takes 125,000 bytes. */
  private static final int JOBS = 100_000;

  private static final int LOOKS = 1_000;

  @Test
  void aLookForAJobReadsAFewBlocks(@TempDir Path directory, @TempDir Path scratch)
      throws RocksDBException {
    // Given
    try (var memory = new RocksMemory(64L << 10, 64L << 20);
        var open = OpenStore.atLeastOnce(directory, memory)) {
      fill(open, 0);
      fill(open, 1);
      var database = open.store().database();
      database.db().compactRange(database.jobs());

      // When
      try (var reads = new StoreReads(scratch)) {
        for (var i = 0; i < LOOKS; i++) {
          assertThat(open.store().reader().find(new JobId("job-" + i * (JOBS / LOOKS))))
              .isNotNull();
        }

        // Then: at most one block each of filter, index and jobs
        assertThat(reads.bytesRead() / LOOKS).as("bytes a look").isLessThan(3 * 4_096);
      }
    }
  }

  /** Stores every other job: two files that overlap are merged, and the result is not in memory. */
  private static void fill(OpenStore open, int first) {
    for (var i = first; i < JOBS; i += 2) {
      var job = due("job-" + i, i);
      open.store().put(KeySpaces.job(job.id().bytes()), JobCodec.encode(job));
    }
    open.flush();
  }
}
