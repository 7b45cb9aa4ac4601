package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Changelog offsets stored in the database, and the id of the changelog that it belongs to. */
final class StoredOffsets {
  private static final byte[] NOTHING = new byte[0];
  private static final String OFFSET_PREFIX = "offset:";
  private static final byte[] OFFSETS = OFFSET_PREFIX.getBytes(UTF_8);

  /** Key of the id of the topic that the offsets belong to; earlier versions have none. */
  private static final byte[] CHANGELOG = "changelog-id".getBytes(UTF_8);

  /**
   * Mark of a store whose task is an active one here, or was when its process left: as far as is
   * known here no other process has what it lacks.
   */
  private static final byte[] ACTIVE = "active".getBytes(UTF_8);

  private final JobDatabase database;
  private boolean mayBeActive = true;
  private Map<TopicPartition, Long> last = Map.of();

  StoredOffsets(JobDatabase database) {
    this.database = database;
  }

  /**
   * Whether the store belongs to a changelog. One that belongs to none yet does from now on, if it
   * may.
   *
   * @param id of the changelog
   * @param mayBegin whether it may belong to this one where it belongs to none yet
   */
  boolean belongsTo(String id, boolean mayBegin) {
    try {
      var known = changelog(database);
      if (known == null && mayBegin) {
        database.db().put(database.offsets(), database.writes(), CHANGELOG, id.getBytes(UTF_8));
        return true;
      }
      return id.equals(known);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException(
          "Cannot read the id of the changelog that a store belongs to", failed);
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
      throw new ProcessorStateException("Cannot write the changelog id to the job store", failed);
    }
  }

  /**
   * The task is not an active one, or not any more: other members may know more from now on, and a
   * standby never has all for sure.
   */
  void passive() {
    if (mayBeActive) {
      active(false);
    }
  }

  static boolean isActive(JobDatabase database) throws RocksDBException {
    return database.db().get(database.offsets(), ACTIVE) != null;
  }

  /** The greatest offset that is stored; null when there is none, or it cannot be read. */
  static @Nullable Long last(JobDatabase database) {
    Long last = null;
    try (var entries = database.walk(database.offsets())) {
      for (entries.seek(OFFSETS);
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

  @Nullable Long get(TopicPartition partition) {
    try {
      var bytes = database.db().get(database.offsets(), key(partition));
      return bytes == null ? null : ByteBuffer.wrap(bytes).getLong();
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read the offset of " + partition, failed);
    }
  }

  /** Adds offsets to a write; a null offset is removed. */
  void writeTo(WriteBatch batch, Map<TopicPartition, Long> offsets) throws RocksDBException {
    for (var entry : offsets.entrySet()) {
      var offset = entry.getValue();
      if (offset == null) {
        batch.delete(database.offsets(), key(entry.getKey()));
      } else {
        var value = ByteBuffer.allocate(Long.BYTES).putLong(offset).array();
        batch.put(database.offsets(), key(entry.getKey()), value);
      }
    }
  }

  /** Whether these were the last ones to be stored. */
  boolean areStored(Map<TopicPartition, Long> offsets) {
    return offsets.equals(last);
  }

  /** These are stored now. */
  void stored(Map<TopicPartition, Long> offsets) {
    last = new HashMap<>(offsets);
  }

  /** Removes all offsets: what the store holds is worth nothing. */
  void clear() throws RocksDBException {
    var after = KeySpaces.after(OFFSETS).get();
    database.db().deleteRange(database.offsets(), database.writes(), OFFSETS, after);
  }

  private static byte[] key(TopicPartition partition) {
    return (OFFSET_PREFIX + partition).getBytes(UTF_8);
  }
}
