package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.Limits;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Point lookup of one entry in RocksDB, with one call as a rule. For one thread.
 *
 * <p>Whether there is one is asked first where the entry before was not there: that costs a third
 * of a read that finds nothing, and adds half to one that finds something. What is looked for comes
 * in runs, jobs to be scheduled or jobs to be reserved and finished. The read is RocksDB's for
 * buffers, since that for arrays tells "there is none" by an exception inside.
 */
final class PointRead {
  /** Larger entries are read again: copying them takes longer than that. */
  static final int BUFFER_BYTES = 16 * 1024;

  private static final ThreadLocal<PointRead> OWN = ThreadLocal.withInitial(PointRead::new);

  private final ByteBuffer key = ByteBuffer.allocateDirect(Limits.ID_BYTES);
  private final ByteBuffer value = ByteBuffer.allocateDirect(BUFFER_BYTES);

  private boolean wasThere;

  private PointRead() {}

  /** The calling thread's. */
  static PointRead own() {
    return OWN.get();
  }

  /**
   * The value of a key; null if there is none.
   *
   * @param id at most as long as an id may be
   */
  byte @Nullable [] read(RocksDB db, ColumnFamilyHandle family, ReadOptions at, byte[] id)
      throws RocksDBException {
    var found = wasThere || db.keyMayExist(family, at, id, null) ? found(db, family, at, id) : null;
    wasThere = found != null;
    return found;
  }

  private byte @Nullable [] found(RocksDB db, ColumnFamilyHandle family, ReadOptions at, byte[] id)
      throws RocksDBException {
    key.clear().put(id).flip();
    var size = db.get(family, at, key, value.clear());
    if (size == RocksDB.NOT_FOUND) {
      return null;
    }
    if (size > BUFFER_BYTES) {
      return db.get(family, at, id);
    }
    var found = new byte[size];
    value.get(0, found);
    return found;
  }
}
