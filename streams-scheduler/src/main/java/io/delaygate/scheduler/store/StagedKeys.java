package io.delaygate.scheduler.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;

/**
 * Iterator over a part of the index as it was when the walk began: keys of the database and keys
 * that were staged by then, in one order. Bounded above inside RocksDB, so that it never walks
 * tombstones beyond its end. For the thread that writes the store.
 */
final class StagedKeys implements AutoCloseable {
  private final StagedChanges stage;
  private final long until;
  private final byte[] to;
  private final Slice bound;
  private final ReadOptions options;
  private final CheckedIterator entries;
  private byte @Nullable [] staged;
  private byte @Nullable [] stored;

  StagedKeys(StagedJobs jobs, byte[] from, byte[] to) {
    this.stage = jobs.stage();
    this.until = stage.sequence();
    this.to = to;
    this.bound = new Slice(to);
    this.options = new ReadOptions().setIterateUpperBound(bound);
    this.entries = jobs.database().walk(jobs.database().index(), options);
    entries.seek(from);
    staged = stage.firstKey(from, to, until);
  }

  /**
   * The key where the walk stands, null at its end.
   *
   * @throws RocksDBException if that is not known, as what lies there could not be read
   */
  byte @Nullable [] key() throws RocksDBException {
    if (stored == null && entries.isAtKey()) {
      stored = entries.key();
    }
    if (stored == null || staged == null) {
      return stored == null ? staged : stored;
    }
    return Arrays.compareUnsigned(stored, staged) <= 0 ? stored : staged;
  }

  /** Goes to the key behind the one where the walk stands. */
  void next() throws RocksDBException {
    var key = key();
    if (key == null) {
      return;
    }
    if (Arrays.equals(key, staged)) {
      staged = stage.firstKey(KeySpaces.next(key), to, until);
    }
    if (Arrays.equals(key, stored)) {
      stored = null;
      entries.next();
    }
  }

  @Override
  public void close() {
    entries.close();
    options.close();
    bound.close();
  }
}
