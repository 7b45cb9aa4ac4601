package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Changelog offsets inside the database, flushed with the data that they speak of; a mark that says
 * whether the store was closed in order; and, if it was, its ledger.
 *
 * <p>The mark reaches the disk with the first flush. A crash before that leaves the data of the
 * last orderly close with its offset, which is sound; a crash after it leaves data of transactions
 * that may have been aborted, together with the mark. Then, under exactly-once, the offsets are
 * dropped for good: Kafka Streams takes a missing offset in a non-empty directory as corruption,
 * wipes the task and restores it. (They are dropped and not just hidden because Streams opens and
 * closes each store once at start-up before a task uses it, and that close is orderly.)
 */
final class StoredOffsets {
  private static final byte[] NOTHING = new byte[0];
  private static final byte[] MARK = "in-use".getBytes(UTF_8);

  /** That of the layout that {@link Ledger} writes. */
  private static final byte[] LEDGER = "ledger-2".getBytes(UTF_8);

  /**
   * Where versions that count no namespaces leave theirs. One that lies there is younger than the
   * other: this version removes it with each orderly close, so that those count anew too.
   */
  private static final byte[] FORMER_LEDGER = "ledger".getBytes(UTF_8);

  private static final String OFFSET_PREFIX = "offset:";

  /** Where the id of the topic stands that the offsets are of; versions before know none. */
  private static final byte[] CHANGELOG = "changelog-id".getBytes(UTF_8);

  /**
   * Mark of a store whose task is an active one here, or was when its process left: as far as is
   * known here nobody has what it lacks.
   */
  private static final byte[] ACTIVE = "active".getBytes(UTF_8);

  private final JobDatabase database;
  private final Ledger ledger;
  private boolean isHandedOver;
  private boolean mayBeActive = true;

  private StoredOffsets(JobDatabase database, Ledger ledger) {
    this.database = database;
    this.ledger = ledger;
  }

  /** Reads what the last user left, and marks the store as in use. */
  static StoredOffsets open(JobDatabase database, boolean exactlyOnce) {
    try {
      var isInUse = database.db().get(database.offsets(), MARK) != null;
      var offsets = new StoredOffsets(database, ledger(database, isInUse, exactlyOnce));
      if (exactlyOnce && isInUse) {
        offsets.clear();
        offsets.active(false);
      }
      database.db().put(database.offsets(), database.writes(), MARK, NOTHING);
      return offsets;
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot mark the job store as in use", failed);
    }
  }

  /**
   * The ledger of the last orderly close. After a crash, and where another version left none or one
   * of another layout, it is made anew by a look at each job; but what exactly-once wipes next is
   * not looked at.
   */
  private static Ledger ledger(JobDatabase database, boolean isInUse, boolean exactlyOnce)
      throws RocksDBException {
    var left = database.db().get(database.offsets(), LEDGER);
    var former = database.db().get(database.offsets(), FORMER_LEDGER);
    if (left != null && former == null && !isInUse) {
      return Ledger.decode(left);
    }
    var ledger = new Ledger();
    if (!isInUse || !exactlyOnce) {
      try (var jobs = database.walk(database.jobs())) {
        for (jobs.seekToFirst(); jobs.isAtKey(); jobs.next()) {
          ledger.moved(null, Place.of(jobs.key(), jobs.value()));
        }
      }
    }
    return ledger;
  }

  /** The next user counts anew. */
  static void forgetLedger(JobDatabase database) throws RocksDBException {
    database.db().delete(database.offsets(), database.writes(), LEDGER);
  }

  /**
   * Whether the store belongs to a changelog. One that belongs to none yet does from now on.
   *
   * @param id of the topic
   */
  boolean belongsTo(String id) {
    try {
      var known = changelog(database);
      if (known == null) {
        database.db().put(database.offsets(), database.writes(), CHANGELOG, id.getBytes(UTF_8));
      }
      return known == null || known.equals(id);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read which changelog a store belongs to", failed);
    }
  }

  /** Id of the topic that a store belongs to; null for none. */
  static @Nullable String changelog(JobDatabase database) throws RocksDBException {
    var id = database.db().get(database.offsets(), CHANGELOG);
    return id == null ? null : new String(id, UTF_8);
  }

  /** Marks the store as that of an active task, or takes the mark away. */
  void active(boolean is) {
    try {
      mayBeActive = is;
      if (is) {
        database.db().put(database.offsets(), database.writes(), ACTIVE, NOTHING);
      } else {
        database.db().delete(database.offsets(), database.writes(), ACTIVE);
      }
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot mark the job store", failed);
    }
  }

  /** Others went on since the store was an active one, and a standby never has all for sure. */
  void restoring() {
    if (mayBeActive) {
      active(false);
    }
  }

  static boolean isActive(JobDatabase database) throws RocksDBException {
    return database.db().get(database.offsets(), ACTIVE) != null;
  }

  /** Whether nobody closed the store in order; true of one that is open. */
  static boolean isInUse(JobDatabase database) throws RocksDBException {
    return database.db().get(database.offsets(), MARK) != null;
  }

  /** The greatest offset that is stored; null when there is none, or it cannot be read. */
  static @Nullable Long last(JobDatabase database) {
    var prefix = OFFSET_PREFIX.getBytes(UTF_8);
    Long last = null;
    try (var entries = database.walk(database.offsets())) {
      for (entries.seek(prefix);
          entries.isAtKey() && new String(entries.key(), UTF_8).startsWith(OFFSET_PREFIX);
          entries.next()) {
        var offset = ByteBuffer.wrap(entries.value()).getLong();
        last = last == null ? offset : Math.max(last, offset);
      }
      return last;
    } catch (RocksDBException unreadable) {
      return null; // a store that is damaged is closed all the same
    }
  }

  /** Of the jobs that the database holds. */
  Ledger ledger() {
    return ledger;
  }

  /** The task goes to another process, or is taken away from this one for another reason. */
  void handOver() {
    isHandedOver = true;
  }

  /** Everything written before is committed: the next user may trust offsets and ledger. */
  void closeInOrder() {
    try (var batch = new WriteBatch()) {
      batch.delete(database.offsets(), MARK);
      batch.delete(database.offsets(), FORMER_LEDGER);
      if (isHandedOver) {
        batch.delete(database.offsets(), ACTIVE);
      }
      batch.put(database.offsets(), LEDGER, ledger.encode());
      database.db().write(database.writes(), batch);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot mark the job store as closed", failed);
    }
  }

  @Nullable Long get(TopicPartition partition) {
    try {
      var bytes = database.db().get(database.offsets(), key(partition));
      return bytes == null ? null : ByteBuffer.wrap(bytes).getLong();
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read the offset of " + partition, failed);
    }
  }

  /** Stores offsets; a null offset is removed, and an empty map removes all. */
  void commit(Map<TopicPartition, ? extends @Nullable Long> offsets) {
    try {
      if (offsets.isEmpty()) {
        clear();
      }
      for (var entry : offsets.entrySet()) {
        put(entry.getKey(), entry.getValue());
      }
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot store offsets " + offsets, failed);
    }
  }

  private void put(TopicPartition partition, @Nullable Long offset) throws RocksDBException {
    if (offset == null) {
      database.db().delete(database.offsets(), database.writes(), key(partition));
      return;
    }
    var value = ByteBuffer.allocate(Long.BYTES).putLong(offset).array();
    database.db().put(database.offsets(), database.writes(), key(partition), value);
  }

  private void clear() throws RocksDBException {
    var after = KeySpaces.after(OFFSET_PREFIX.getBytes(UTF_8)).get();
    database
        .db()
        .deleteRange(database.offsets(), database.writes(), OFFSET_PREFIX.getBytes(UTF_8), after);
  }

  private static byte[] key(TopicPartition partition) {
    return (OFFSET_PREFIX + partition).getBytes(UTF_8);
  }
}
