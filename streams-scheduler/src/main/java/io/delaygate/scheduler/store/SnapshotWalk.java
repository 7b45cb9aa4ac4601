package io.delaygate.scheduler.store;

import java.util.Arrays;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Iterator over one part of a snapshot. For one thread at a time; closed by its snapshot. */
final class SnapshotWalk {
  private final JobSnapshot snapshot;
  private final CheckedIterator entries;
  private byte @Nullable [] standing;

  SnapshotWalk(JobSnapshot snapshot, CheckedIterator entries) {
    this.snapshot = snapshot;
    this.entries = entries;
  }

  /** The first key at or after this one, null when there is none below the bound. */
  byte @Nullable [] seek(byte[] from) {
    return snapshot.whileOpen(
        () -> {
          entries.seek(from);
          return key();
        });
  }

  /** The key behind the last one that was returned, null when there is none below the bound. */
  byte @Nullable [] next() {
    return snapshot.whileOpen(
        () -> {
          entries.next();
          return key();
        });
  }

  /** The last key before this one, null when there is none above the bound. */
  byte @Nullable [] seekBefore(byte[] key) {
    return snapshot.whileOpen(
        () -> {
          entries.seekBack(key);
          var found = key();
          if (!Arrays.equals(found, key)) {
            return found;
          }
          entries.previous();
          return key();
        });
  }

  /** The key before the last one that was returned, null when there is none above the bound. */
  byte @Nullable [] previous() {
    return snapshot.whileOpen(
        () -> {
          entries.previous();
          return key();
        });
  }

  /** The key behind this one; only a step if the walk stands there. */
  byte @Nullable [] behind(byte[] key) {
    return Arrays.equals(standing, key) ? next() : seek(KeySpaces.next(key));
  }

  /** The value of the key that was returned last. */
  byte[] value() {
    return snapshot.whileOpen(entries::value);
  }

  private byte @Nullable [] key() {
    try {
      standing = entries.isAtKey() ? entries.key() : null;
      return standing;
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot iterate over a snapshot of the job store", failed);
    }
  }
}
