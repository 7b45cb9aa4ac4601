package io.delaygate.scheduler.store;

import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * RocksDB memory of the whole process: one block cache and one bound on write buffers, whatever the
 * number of partitions. Must outlive every store that uses it. Thread-safe.
 */
public final class RocksMemory implements AutoCloseable {
  static {
    RocksDB.loadLibrary();
  }

  private final Cache blocks;
  private final Cache counted;
  private final WriteBufferManager writeBuffers;
  private boolean closed;

  /**
   * Reserves nothing yet; the bounds are filled as stores are used.
   *
   * @param blockCacheBytes for blocks read from disk
   * @param writeBufferBytes for what is not yet on disk
   */
  public RocksMemory(long blockCacheBytes, long writeBufferBytes) {
    blocks = new LRUCache(blockCacheBytes);
    // a cache of its own, in which write buffers are counted
    counted = new LRUCache(writeBufferBytes);
    writeBuffers = new WriteBufferManager(writeBufferBytes, counted);
  }

  Cache blocks() {
    return blocks;
  }

  WriteBufferManager writeBuffers() {
    return writeBuffers;
  }

  /** Used part of the first bound, bytes; 0 when closed. */
  public long blockCacheBytes() {
    return used(blocks);
  }

  /** Used part of the second bound, bytes; 0 when closed. */
  public long writeBufferBytes() {
    return used(counted);
  }

  /** A call on a closed cache would end the process. */
  private synchronized long used(Cache cache) {
    return closed ? 0 : cache.getUsage();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    writeBuffers.close();
    counted.close();
    blocks.close();
  }
}
