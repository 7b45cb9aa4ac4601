package io.delaygate.scheduler.app;

import java.nio.file.Path;
import org.rocksdb.PerfContext;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Counter of the reads of the calling thread from any RocksDB. RocksDB counts per thread, so a
 * scratch database is enough to read the counters.
 */
public final class StoreReads implements AutoCloseable {
  private final RocksDB scratch;
  private final PerfContext counts;

  /** Starts counting. */
  public StoreReads(Path directory) throws RocksDBException {
    scratch = RocksDB.open(directory.toString());
    scratch.setPerfLevel(PerfLevel.ENABLE_COUNT);
    counts = scratch.getPerfContext();
    counts.reset();
  }

  /** Number of seeks and single point reads; several point reads at a time count as one seek. */
  public long reads() {
    return counts.getFromMemtableCount() + counts.getSeekOnMemtableCount();
  }

  /** Bytes of blocks read from outside the block cache, including those from the page cache. */
  public long bytesRead() {
    return counts.getBlockReadByte();
  }

  /** Number of deleted entries that iterators skipped. */
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
