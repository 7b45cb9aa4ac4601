package io.delaygate.scheduler.store;

import io.delaygate.service.logging.LogKey;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Migration of an index with another version's layout: the index is rebuilt from the jobs. */
final class IndexMigration {
  private static final Logger LOG = LoggerFactory.getLogger(IndexMigration.class);
  private static final byte[] NOTHING = new byte[0];

  /** Some 50 KiB of keys. */
  private static final int BATCH_JOBS = 1000;

  private IndexMigration() {}

  /**
   * Rebuilds the index from the jobs, if a store has one of another layout. It is dropped when the
   * new one is on the disk, and the statistics with it, which are of that layout too: after a crash
   * before that, all is done once more, over the same jobs and so with the same entries.
   */
  static void replace(JobDatabase database) {
    if (!database.hasFormerIndex()) {
      return;
    }
    try {
      var jobs = fill(database);
      StoredStatistics.forget(database);
      database.flush();
      database.dropFormerIndex();
      LOG.atInfo()
          .addKeyValue(LogKey.JOBS.key(), jobs)
          .addKeyValue(LogKey.FILES.key(), database.db().getName())
          .log("Rebuilt the index of the jobs, because its layout has changed");
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot rebuild the index of the jobs", failed);
    }
  }

  private static long fill(JobDatabase database) throws RocksDBException {
    var count = 0L;
    try (var jobs = database.walk(database.jobs());
        var batch = new WriteBatch()) {
      for (jobs.seekToFirst(); jobs.isAtKey(); jobs.next()) {
        for (var key : IndexEntry.keysOf(IndexEntry.of(jobs.key(), jobs.value()))) {
          batch.put(database.index(), key, NOTHING);
        }
        if (++count % BATCH_JOBS == 0) {
          database.db().write(database.writes(), batch);
          batch.clear();
        }
      }
      database.db().write(database.writes(), batch);
    }
    return count;
  }
}
