package io.delaygate.scheduler.store;

import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Iterator over a RocksDB column family that throws when a read failed. RocksDB's own looks the
 * same then as at its end, so that a caller can forget to check its status. One thread at a time.
 */
final class CheckedIterator implements AutoCloseable {
  private final RocksIterator entries;

  CheckedIterator(RocksIterator entries) {
    this.entries = entries;
  }

  void seekToFirst() {
    entries.seekToFirst();
  }

  /** Goes to the first key at or after this one. */
  void seek(byte[] from) {
    entries.seek(from);
  }

  /** Goes to the key behind the one where the walk stands. */
  void next() {
    entries.next();
  }

  /** Goes to the last key at or before this one. */
  void seekBack(byte[] from) {
    entries.seekForPrev(from);
  }

  /** Goes to the key before the one where the walk stands. */
  void previous() {
    entries.prev();
  }

  /**
   * Whether the walk stands at a key.
   *
   * @throws RocksDBException if that is not known, as what lies there could not be read
   */
  boolean isAtKey() throws RocksDBException {
    if (entries.isValid()) {
      return true;
    }
    entries.status();
    return false;
  }

  byte[] key() {
    return entries.key();
  }

  byte[] value() {
    return entries.value();
  }

  @Override
  public void close() {
    entries.close();
  }
}
