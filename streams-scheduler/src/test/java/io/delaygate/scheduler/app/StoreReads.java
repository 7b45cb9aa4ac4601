package io.delaygate.scheduler.app;

import java.nio.file.Path;
import org.rocksdb.PerfContext;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Counts what the calling thread reads from any RocksDB: RocksDB counts per thread, so a scratch
 * database of its own is enough to ask.
 */
public final class StoreReads implements AutoCloseable {
  private final RocksDB scratch;
  private final PerfContext counts;

  /** Counts from now on. */
  public StoreReads(Path directory) throws RocksDBException {
    scratch = RocksDB.open(directory.toString());
    scratch.setPerfLevel(PerfLevel.ENABLE_COUNT);
    counts = scratch.getPerfContext();
    counts.reset();
  }

  /** Seeks, and point reads one by one; those of several at a time follow a seek. */
  public long reads() {
    return counts.getFromMemtableCount() + counts.getSeekOnMemtableCount();
  }

  /** Of blocks that were not in memory; those of the system's page cache count, too. */
  public long bytesRead() {
    return counts.getBlockReadByte();
  }

  /** Entries that iterators passed over because they are deleted. */
  public long tombstonesPassed() {
    return counts.getInternalDeleteSkippedCount();
  }

  @Override
  public void close() throws RocksDBException {
    scratch.setPerfLevel(PerfLevel.DISABLE);
    counts.close();
    scratch.close();
  }
}
