package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Policy;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/**
 * Writer of jobs from the changelog, for stores that are restored or are standbys. What the
 * changelog holds is committed, and so it goes straight to the database, with all that is derived
 * from it. A record that is read twice changes nothing. One thread at a time.
 */
final class ChangelogRestorer {
  private static final byte[] NOTHING = new byte[0];

  /**
   * Jobs that leave their places before a copy, which no scan visits, looks for the first entries
   * of the timeline and of ends. Each tombstone is walked once.
   */
  private static final int LEFT_MAX = 10_000;

  private final JobDatabase database;
  private final StoredStatistics stored;
  private final StoreStatistics statistics;
  private final QueueHeads heads;
  private int left;

  ChangelogRestorer(JobDatabase database, StoredStatistics stored, QueueHeads heads) {
    this.database = database;
    this.stored = stored;
    this.statistics = stored.statistics();
    this.heads = heads;
  }

  /**
   * Applies changelog records. Of several records of one job only the last counts; where the jobs
   * stood before is read at once for all of them.
   */
  void apply(Collection<KeyValue<byte[], byte[]>> records) throws RocksDBException {
    var last = new LinkedHashMap<Bytes, byte[]>();
    records.forEach(record -> last.put(Bytes.wrap(KeySpaces.id(record.key)), record.value));
    var ids = last.keySet().stream().map(Bytes::get).toList();
    var before = database.read(ids);
    try (var batch = new WriteBatch()) {
      for (var i = 0; i < ids.size(); i++) {
        var id = ids.get(i);
        apply(batch, id, IndexEntry.of(id, before.get(i)), last.get(Bytes.wrap(id)));
      }
      stored.writeTo(batch);
      synchronized (stored) {
        database.db().write(database.writes(), batch);
        statistics.commit();
        heads.forget();
      }
    }
    if (left >= LEFT_MAX) {
      left = 0;
      raiseWatermarks();
    }
  }

  private void apply(
      WriteBatch batch, byte[] id, @Nullable IndexEntry from, byte @Nullable [] value)
      throws RocksDBException {
    var to = IndexEntry.of(id, value);
    for (var key : IndexEntry.keysOf(from)) {
      if (to == null || !to.isAt(key)) {
        batch.delete(database.index(), key);
      }
    }
    if (value == null) {
      batch.delete(database.jobs(), id);
    } else {
      batch.put(database.jobs(), id, value);
    }
    for (var key : IndexEntry.keysOf(to)) {
      batch.put(database.index(), key, NOTHING);
    }
    statistics.moved(from, to);
    left += from == null ? 0 : 1;
  }

  private void raiseWatermarks() throws RocksDBException {
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      var bucket = KeySpaces.timeline(priority);
      var watermark = statistics.wakes(priority);
      var end = KeySpaces.after(bucket).get();
      raise(watermark, KeySpaces.bucketFrom(bucket, watermark.ms()), end, KeySpaces::ms);
    }
    var ends = statistics.ends();
    raise(ends, KeySpaces.endedFrom(ends.ms()), KeySpaces.endedEnd(), KeySpaces::endedMs);
  }

  /** Looks for the first entry at or after the low watermark. */
  private void raise(LowWatermark watermark, byte[] from, byte[] to, ToLongFunction<byte[]> ms)
      throws RocksDBException {
    watermark.beginScan();
    try (var bound = new Slice(to);
        var options = new ReadOptions().setIterateUpperBound(bound);
        var entries = database.walk(database.index(), options)) {
      entries.seek(from);
      watermark.endScan(entries.isAtKey() ? ms.applyAsLong(entries.key()) : Long.MAX_VALUE);
    }
  }
}
