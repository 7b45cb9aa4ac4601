package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Policy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/**
 * Changes of jobs with all that is derived of them: the index in the same atomic write, the ledger
 * beside it. Many changes may go in one write, which costs less. One thread at a time.
 */
final class JobWrites {
  /** What may wait for others to be written with; bounds its memory beside one job of any size. */
  static final int TOGETHER_BYTES = 16 * 1024;

  private static final byte[] NOTHING = new byte[0];

  /**
   * After how many jobs that left the timeline a copy that nobody walks looks for its first entry.
   * Each tombstone is walked once.
   */
  private static final int LEFT_MAX = 10_000;

  private final JobDatabase database;
  private final Ledger ledger;
  private @Nullable WriteBatch waiting;
  private int waitingBytes;
  private boolean together;
  private int left;

  JobWrites(JobDatabase database, Ledger ledger) {
    this.database = database;
    this.ledger = ledger;
  }

  /**
   * Stores a job, or removes it; at the latest with the {@link #writeWaiting} that follows {@link
   * #together}.
   *
   * @param from where it stood until now, null for nowhere
   * @param value null to remove it
   * @return where it stands now, null for nowhere
   */
  @Nullable Place put(byte[] id, @Nullable Place from, byte @Nullable [] value)
      throws RocksDBException {
    var to = Place.of(id, value);
    waiting = waiting == null ? new WriteBatch() : waiting;
    write(waiting, id, new Move(from, to), value);
    waitingBytes += id.length + (value == null ? 0 : value.length);
    if (!together || waitingBytes >= TOGETHER_BYTES) {
      writeWaiting();
    }
    ledger.moved(from, to);
    return to;
  }

  /** Whether changes may wait for others from now on. */
  void together(boolean may) {
    together = may;
  }

  /** Writes what waits. */
  void writeWaiting() throws RocksDBException {
    if (waiting != null) {
      try (var changes = waiting) {
        waiting = null;
        waitingBytes = 0;
        database.db().write(database.writes(), changes);
      }
    }
  }

  /**
   * Applies changelog records in batches. Of several records of one job only the last counts; where
   * the jobs stood before is read at once for the whole batch.
   */
  void restore(Collection<KeyValue<byte[], byte[]>> records) throws RocksDBException {
    var last = new LinkedHashMap<Bytes, byte[]>();
    records.forEach(record -> last.put(Bytes.wrap(KeySpaces.id(record.key)), record.value));
    var ids = last.keySet().stream().map(Bytes::get).toList();
    var before = database.read(ids);
    var moves = new ArrayList<Move>(ids.size());
    try (var batch = new WriteBatch()) {
      for (var i = 0; i < ids.size(); i++) {
        var id = ids.get(i);
        var value = last.get(Bytes.wrap(id));
        var move = new Move(Place.of(id, before.get(i)), Place.of(id, value));
        write(batch, id, move, value);
        moves.add(move);
      }
      database.db().write(database.writes(), batch);
    }
    for (var move : moves) {
      ledger.moved(move.from(), move.to());
      left += move.from() == null ? 0 : 1;
    }
    if (left >= LEFT_MAX) {
      left = 0;
      raiseWakes();
    }
  }

  private void write(WriteBatch batch, byte[] id, Move move, byte @Nullable [] value)
      throws RocksDBException {
    var from = move.from();
    var to = move.to();
    if (from != null && (to == null || !Arrays.equals(from.index(), to.index()))) {
      batch.delete(database.index(), from.index());
    }
    if (value == null || to == null) {
      batch.delete(database.jobs(), id);
      return;
    }
    batch.put(database.jobs(), id, value);
    batch.put(database.index(), to.index(), NOTHING);
  }

  private void raiseWakes() throws RocksDBException {
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      raiseWakes(KeySpaces.timeline(priority), ledger.wakes(priority));
    }
  }

  private void raiseWakes(byte[] lane, Floor floor) throws RocksDBException {
    floor.beginScan();
    try (var bound = new Slice(KeySpaces.after(lane).get());
        var options = new ReadOptions().setIterateUpperBound(bound);
        var entries = database.walk(database.index(), options)) {
      entries.seek(KeySpaces.laneFrom(lane, floor.ms()));
      floor.endScan(entries.isAtKey() ? KeySpaces.ms(entries.key()) : Long.MAX_VALUE);
    }
  }

  /** Of one job; null for nowhere. */
  private record Move(@Nullable Place from, @Nullable Place to) {}
}
