package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.job.Policy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Statistics stored in the database: one entry for each count, and one for the low watermarks with
 * the history's count behind them. What changes is written with the jobs that changed it, so that a
 * store need not be counted when it is opened.
 *
 * <p>Its monitor is held while the database is written: a thread that holds it sees jobs and counts
 * of one moment.
 *
 * <p>Versions before this one left theirs whole, at an orderly close only, and a mark while the
 * store was open. Where one of these is found, such a version used the store last, and all is
 * counted anew; it does the same with what this version leaves. Versions without a count of the
 * history read the low watermarks alone and replace the entry by a shorter one with their first
 * change, so that all is counted anew after them, too.
 */
final class StoredStatistics {
  private static final byte[] NOTHING = new byte[0];
  private static final byte[] FLOORS = "floors".getBytes(UTF_8);

  /** Low watermarks of all priorities and of ends, and entries and bytes of the history. */
  private static final int FLOORS_BYTES = Long.BYTES * (Policy.LAST + 1 + 1 + 2);

  private static final String TOPIC = "count:topic:";
  private static final String NAMESPACE = "count:namespace:";
  private static final byte[] COUNTS = "count:".getBytes(UTF_8);

  /** Mark of versions before: the store is open, or was when its process was killed. */
  private static final byte[] IN_USE = "in-use".getBytes(UTF_8);

  /** Statistics of earlier versions. */
  private static final byte[][] FORMER = {"ledger".getBytes(UTF_8), "ledger-2".getBytes(UTF_8)};

  private final JobDatabase database;
  private final StoreStatistics statistics;

  /** The entry of the low watermarks as it is stored. */
  private byte[] floors = NOTHING;

  private StoredStatistics(JobDatabase database, StoreStatistics statistics) {
    this.database = database;
    this.statistics = statistics;
  }

  /** Of a store that is about to be emptied. */
  static StoredStatistics none(JobDatabase database) {
    return new StoredStatistics(database, new StoreStatistics());
  }

  /** Reads what was left, or counts all jobs where nothing was. */
  static StoredStatistics open(JobDatabase database) {
    try {
      var stored = new StoredStatistics(database, new StoreStatistics());
      if (isSound(database)) {
        stored.read();
      } else {
        stored.count();
      }
      stored.statistics.commit();
      return stored;
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read the statistics of a job store", failed);
    }
  }

  private static boolean isSound(JobDatabase database) throws RocksDBException {
    for (var former : FORMER) {
      if (isThere(database, former)) {
        return false;
      }
    }
    var floors = database.db().get(database.offsets(), FLOORS);
    return floors != null && floors.length >= FLOORS_BYTES && !isInUse(database);
  }

  private static boolean isThere(JobDatabase database, byte[] key) throws RocksDBException {
    return database.db().get(database.offsets(), key) != null;
  }

  /**
   * Whether a version before this one had the store open and did not close it in order: it may hold
   * what was never committed. This version only ever writes what is.
   */
  static boolean isInUse(JobDatabase database) {
    try {
      return isThere(database, IN_USE);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read the closing state of a job store", failed);
    }
  }

  /** Makes the next user count again. */
  static void forget(JobDatabase database) throws RocksDBException {
    database.db().delete(database.offsets(), database.writes(), FLOORS);
  }

  /** Of the jobs that the database holds. */
  StoreStatistics statistics() {
    return statistics;
  }

  private void read() throws RocksDBException {
    floors = database.db().get(database.offsets(), FLOORS);
    var numbers = ByteBuffer.wrap(floors);
    statistics.watermarks().forEach(watermark -> watermark.endScan(numbers.getLong()));
    statistics.addHistory(new HistoryCount(numbers.getLong(), numbers.getLong()));
    try (var entries = database.walk(database.offsets())) {
      for (entries.seek(COUNTS); entries.isAtKey(); entries.next()) {
        var key = new String(entries.key(), UTF_8);
        if (key.startsWith(TOPIC)) {
          statistics.addTopics(key.substring(TOPIC.length()), number(entries.value()));
        } else if (key.startsWith(NAMESPACE)) {
          statistics.addNamespaces(key.substring(NAMESPACE.length()), number(entries.value()));
        } else {
          return;
        }
      }
    }
  }

  private static long number(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  private void count() throws RocksDBException {
    try (var jobs = database.walk(database.jobs());
        var batch = new WriteBatch()) {
      for (jobs.seekToFirst(); jobs.isAtKey(); jobs.next()) {
        statistics.moved(null, IndexEntry.of(jobs.key(), jobs.value()));
      }
      batch.deleteRange(database.offsets(), COUNTS, KeySpaces.after(COUNTS).get());
      for (var former : FORMER) {
        batch.delete(database.offsets(), former);
      }
      batch.delete(database.offsets(), IN_USE);
      writeTo(batch);
      database.db().write(database.writes(), batch);
    }
  }

  /** Adds what changed since the last commit to a write. */
  void writeTo(WriteBatch batch) throws RocksDBException {
    write(batch, TOPIC, statistics.changedTopics());
    write(batch, NAMESPACE, statistics.changedNamespaces());
    var now = ByteBuffer.allocate(FLOORS_BYTES);
    statistics.watermarks().forEach(watermark -> now.putLong(watermark.ms()));
    now.putLong(statistics.history().entries()).putLong(statistics.history().bytes());
    if (!Arrays.equals(floors, now.array())) {
      floors = now.array();
      batch.put(database.offsets(), FLOORS, floors);
    }
  }

  private void write(WriteBatch batch, String prefix, Map<String, Long> counts)
      throws RocksDBException {
    for (var count : counts.entrySet()) {
      var key = (prefix + count.getKey()).getBytes(UTF_8);
      if (count.getValue() == 0) {
        batch.delete(database.offsets(), key);
      } else {
        var value = ByteBuffer.allocate(Long.BYTES).putLong(count.getValue()).array();
        batch.put(database.offsets(), key, value);
      }
    }
  }
}
