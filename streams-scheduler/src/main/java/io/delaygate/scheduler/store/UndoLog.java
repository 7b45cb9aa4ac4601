package io.delaygate.scheduler.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/**
 * Jobs that the writer of a store changed since the last commit, with which these changes can be
 * taken back: a transaction that is not committed delivered nothing. Holds ids only; what stood
 * there before is read from a snapshot. For one thread at a time.
 */
final class UndoLog {
  private final JobDatabase database;
  private final Ledger ledger;
  private final List<byte[]> changed = new ArrayList<>();
  private @Nullable Snapshot before;

  UndoLog(JobDatabase database, Ledger ledger) {
    this.database = database;
    this.ledger = ledger;
  }

  /** Takes note of a job that is about to be changed; true for the first since the last commit. */
  boolean changing(byte[] id) {
    var isFirst = before == null;
    if (isFirst) {
      before = database.db().getSnapshot();
      ledger.begin();
    }
    changed.add(id);
    return isFirst;
  }

  /** Forgets what was changed: it is committed, or the store is closed. */
  void forget() {
    changed.clear();
    ledger.committed();
    if (before != null) {
      database.db().releaseSnapshot(before);
      before.close();
      before = null;
    }
  }

  /** Takes back all that was changed since the last commit. */
  void takeBack(JobWrites writes) throws RocksDBException {
    if (before == null) {
      return;
    }
    try (var then = new ReadOptions().setSnapshot(before)) {
      for (var id : changed) {
        var old = database.read(then, List.of(id)).get(0);
        writes.put(id, Place.of(id, database.read(id)), old);
      }
    }
    forget();
  }
}
