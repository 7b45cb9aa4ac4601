package io.delaygate.scheduler.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Uncommitted changes of a store, in memory. They reach the database in one write, or never. A job
 * that came and went in between leaves nothing to write.
 *
 * <p>Plain maps and not RocksDB's batch with an index: most of what is staged is read again or
 * changed again before the commit, and each look at such a batch is a call out of Java. For the
 * thread that writes the store; any may ask for {@link #bytes}.
 */
final class StagedChanges {
  private static final byte[] NOTHING = new byte[0];

  /** Heap of a change beside its bytes: two map entries, its place, the heads of the arrays. */
  private static final int OVERHEAD_BYTES = 400;

  private final Map<Bytes, Change> changes = new HashMap<>();
  private final NavigableMap<byte[], Change> index = new TreeMap<>(Arrays::compareUnsigned);

  /**
   * Jobs that wait in queues, by their keys of the index. Other threads see these before they are
   * committed: a reservation of one is in the same transaction, or in a later one.
   */
  private final ConcurrentNavigableMap<byte[], byte[]> ready =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

  private boolean isTouched;
  private boolean isDropped;
  private long transaction;
  private long sequence;
  private long bytesNow;
  private volatile long bytes;

  /** Whether anything was changed since it was cleared, even if nothing is left of that. */
  boolean isTouched() {
    return isTouched;
  }

  /** Number of the transaction that the changes belong to. */
  long transaction() {
    return transaction;
  }

  /** The first change is about to be made, in this transaction. */
  void touch(long number) {
    isTouched = true;
    transaction = number;
  }

  /** Roughly how much memory it takes. Any thread. */
  long bytes() {
    return bytes;
  }

  /** Whether a job was changed. */
  boolean knows(byte[] id) {
    return changes.containsKey(Bytes.wrap(id));
  }

  /** The last change of a job, null if it was not changed. */
  @Nullable Change find(byte[] id) {
    return changes.get(Bytes.wrap(id));
  }

  /**
   * Changes a job.
   *
   * @param before where the database has it; asked for only where the job was not changed before
   * @param value null to remove it
   * @return where it stands now, null for nowhere
   */
  @Nullable IndexEntry put(byte[] id, @Nullable IndexEntry before, byte @Nullable [] value) {
    var change = changes.computeIfAbsent(Bytes.wrap(id), key -> new Change(id, before));
    leave(change);
    change.place = IndexEntry.of(id, value);
    change.value = value;
    change.sequence = ++sequence;
    if (change.place != null) {
      change.place.keys().forEach(key -> index.put(key, change));
      if (value != null && change.place.isReady()) {
        ready.put(change.place.index(), value);
      }
    } else if (change.before == null) {
      changes.remove(Bytes.wrap(id));
      return null;
    }
    change.bytes = OVERHEAD_BYTES + 2L * id.length + (value == null ? 0 : value.length);
    grow(change.bytes);
    return change.place;
  }

  private void leave(Change change) {
    IndexEntry.keysOf(change.place).forEach(index::remove);
    if (change.place != null && change.place.isReady()) {
      ready.remove(change.place.index());
    }
    grow(-change.bytes);
    change.bytes = 0;
  }

  private void grow(long by) {
    bytesNow += by;
    bytes = bytesNow;
  }

  /** How many changes were made; a walk passes over later ones. */
  long sequence() {
    return sequence;
  }

  /**
   * The first key of the index at or above this one that a change added, up to a moment.
   *
   * @param to exclusive
   * @param until the {@link #sequence} of the last change that counts
   */
  byte @Nullable [] firstKey(byte[] from, byte[] to, long until) {
    for (var entry : index.subMap(from, true, to, false).entrySet()) {
      if (entry.getValue().sequence <= until) {
        return entry.getKey();
      }
    }
    return null;
  }

  /** Adds all of it to a write. */
  void writeTo(WriteBatch batch, JobDatabase database) throws RocksDBException {
    for (var change : changes.values()) {
      write(batch, database, change);
    }
  }

  private static void write(WriteBatch batch, JobDatabase database, Change change)
      throws RocksDBException {
    var from = change.before;
    var to = change.place;
    for (var key : IndexEntry.keysOf(from)) {
      if (to == null || !to.isAt(key)) {
        batch.delete(database.index(), key);
      }
    }
    if (change.value == null) {
      batch.delete(database.jobs(), change.id);
    } else {
      batch.put(database.jobs(), change.id, change.value);
    }
    for (var key : IndexEntry.keysOf(to)) {
      if (from == null || !from.isAt(key)) {
        batch.put(database.index(), key, NOTHING);
      }
    }
  }

  /** Keys of the index at which jobs wait in queues. */
  Set<byte[]> ready() {
    return ready.keySet();
  }

  /** A copy of the jobs that wait in one queue, by their keys of the index. Any thread. */
  NavigableMap<byte[], byte[]> ready(String topic) {
    var from = KeySpaces.bucketsOf(KeySpaces.READY, topic);
    return new TreeMap<>(ready.subMap(from, true, KeySpaces.after(from).get(), false));
  }

  /**
   * Forgets all of it though the database has not got it. From then on nothing may be staged or
   * written any more: it would build upon what is not there.
   */
  void drop() {
    clear();
    isDropped = true;
  }

  boolean isDropped() {
    return isDropped;
  }

  /** Forgets all of it: it is written. */
  void clear() {
    changes.clear();
    index.clear();
    ready.clear();
    isTouched = false;
    grow(-bytesNow);
  }

  /** Change of a job against the state in the database. */
  static final class Change {
    private final byte[] id;
    private final @Nullable IndexEntry before;
    private @Nullable IndexEntry place;
    private byte @Nullable [] value;
    private long sequence;
    private long bytes;

    private Change(byte[] id, @Nullable IndexEntry before) {
      this.id = id;
      this.before = before;
    }

    /** The job as it is now, null if it is gone. */
    byte @Nullable [] value() {
      return value;
    }

    /** Present index entry, null if there is none. */
    @Nullable IndexEntry place() {
      return place;
    }
  }
}
