package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * Snapshot of the jobs of one store, whatever the writer does meanwhile: each job with its place in
 * the index, and none without. Must be closed. Any thread.
 *
 * <p>Each single look at the database excludes the others and the end of the store, so that closing
 * the store never waits longer than for one of them; readers then get an {@link
 * InvalidStateStoreException}.
 */
public final class JobSnapshot implements ReadGuard {
  private final JobDatabase database;
  private final ScanWatermarks cursor;
  private final long endsMs;
  private final Consumer<ReadGuard> onClose;
  private final Snapshot moment;
  private final ReadOptions options;
  private final List<AutoCloseableQuietly> owned = new ArrayList<>();
  private boolean closed;

  /**
   * Takes a snapshot.
   *
   * @param endsMs no job that is still known ended before this, epoch milliseconds
   */
  JobSnapshot(
      JobDatabase database, ScanWatermarks cursor, long endsMs, Consumer<ReadGuard> onClose) {
    this.database = database;
    this.cursor = cursor;
    this.endsMs = endsMs;
    this.onClose = onClose;
    this.moment = database.db().getSnapshot();
    this.options = reading();
    owned.add(options::close);
  }

  /** Scan watermarks, below which nothing of it is scheduled, so that scans skip that part. */
  public ScanWatermarks cursor() {
    return cursor;
  }

  /**
   * Begins to list jobs in order.
   *
   * @param cursor watermarks below which nothing is scheduled, and so not looked for
   * @param after lists what comes behind this; null lists from the beginning
   */
  public DueListing list(JobFilter filter, ScanWatermarks cursor, @Nullable DuePosition after) {
    return new DueListing(this, new ListingStart(filter, cursor, after));
  }

  /**
   * Begins to list ended jobs, the latest ends first.
   *
   * @param fromMs lists no job that ended before this, epoch milliseconds
   * @param after lists what comes behind this; null lists from the latest end
   */
  public EndedListing ended(EndedFilter filter, long fromMs, @Nullable EndedPosition after) {
    var fromEndMs = Math.max(Math.max(fromMs, filter.endedFromMs()), endsMs);
    return new EndedListing(this, filter, fromEndMs, after);
  }

  /** When the first of the ended jobs ended, epoch milliseconds; empty when there is none. */
  public OptionalLong firstEndedMs() {
    var first = index(KeySpaces.endedEnd()).seek(KeySpaces.endedFrom(endsMs));
    return first == null ? OptionalLong.empty() : OptionalLong.of(KeySpaces.endedMs(first));
  }

  /** Begins to count jobs by looking at each of them. */
  public StoreAudit audit() {
    return new StoreAudit(walk(database.jobs(), null, null), walk(database.index(), null, null));
  }

  /**
   * When something must happen next, at or after a time, epoch milliseconds: a job is due, or the
   * time of an attempt over; empty when nothing must. A seek for each priority that there is.
   */
  public OptionalLong firstDueMs(long fromMs, ScanWatermarks cursor) {
    var filter = JobFilter.of(null, JobState.SCHEDULED, null).due(fromMs, null);
    return dueMs(list(filter, cursor, null));
  }

  /** The due time of the parked job that was due first; empty when none is parked. */
  public OptionalLong firstParkedDueMs() {
    var filter = JobFilter.of(null, JobState.PARKED, null);
    return dueMs(list(filter, ScanWatermarks.START, null));
  }

  /** The same of the jobs of one topic. */
  public OptionalLong firstParkedDueMs(String topic) {
    var filter = JobFilter.of(topic, JobState.PARKED, null);
    return dueMs(list(filter, ScanWatermarks.START, null));
  }

  /**
   * Whether jobs of a topic are parked, and all of them wait for earlier ones of their sequences.
   * One seek: their bucket is the last one of the topic.
   */
  public boolean hasOnlyTurns(String topic) {
    var prefix = KeySpaces.bucketsOf(KeySpaces.PARKED, topic);
    var first = index(KeySpaces.after(prefix).get()).seek(prefix);
    return first != null && KeySpaces.partitionPlusOne(first) == KeySpaces.TURN;
  }

  /** Whether nothing is scheduled below the scan watermarks, as must be. */
  public boolean isNothingBelow(ScanWatermarks cursor) {
    return IntStream.rangeClosed(Policy.FIRST, Policy.LAST)
        .mapToObj(KeySpaces::timeline)
        .allMatch(
            bucket -> {
              var end = KeySpaces.bucketFrom(bucket, cursor.ms(KeySpaces.priority(bucket)));
              return index(end).seek(bucket) == null;
            });
  }

  /**
   * Estimated bytes of the jobs that wake in each of these spans: what is still in memory is
   * guessed, and what was deleted lately may be counted. Some seeks for each span and priority,
   * whatever lies in it.
   *
   * @param cursor watermarks below which nothing is scheduled
   */
  public long[] timelineBytes(List<TimeSpan> spans, ScanWatermarks cursor) {
    var sums = new long[spans.size()];
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      if (cursor.ms(priority) < Long.MAX_VALUE) {
        var bytes = bucketBytes(KeySpaces.timeline(priority), spans);
        Arrays.setAll(sums, i -> sums[i] + bytes[i]);
      }
    }
    return sums;
  }

  private long[] bucketBytes(byte[] bucket, List<TimeSpan> spans) {
    var slices = new ArrayList<Slice>();
    try {
      var ranges = new ArrayList<Range>();
      for (var span : spans) {
        var from = new Slice(KeySpaces.bucketFrom(bucket, span.fromMs()));
        slices.add(from);
        var to = new Slice(KeySpaces.bucketFrom(bucket, span.toMs()));
        slices.add(to);
        ranges.add(new Range(from, to));
      }
      return whileOpen(
          () ->
              database
                  .db()
                  .getApproximateSizes(
                      database.index(),
                      ranges,
                      SizeApproximationFlag.INCLUDE_FILES,
                      SizeApproximationFlag.INCLUDE_MEMTABLES));
    } finally {
      slices.forEach(Slice::close);
    }
  }

  private static OptionalLong dueMs(DueListing listing) {
    var first = listing.peek();
    return first == null ? OptionalLong.empty() : OptionalLong.of(first.dueMs());
  }

  /** The index up to a bound, exclusive. */
  SnapshotWalk index(byte[] to) {
    return walk(database.index(), null, to);
  }

  /**
   * The index between two bounds, the second exclusive. A walk backwards ends at the first without
   * a look at the tombstones before it.
   */
  SnapshotWalk index(byte[] from, byte[] to) {
    return walk(database.index(), from, to);
  }

  /** The stored bytes of a job, null when there was none. */
  byte @Nullable [] stored(byte[] id) {
    return whileOpen(
        () -> {
          try {
            return database.db().get(database.jobs(), options, id);
          } catch (RocksDBException failed) {
            throw new ProcessorStateException("Cannot read a job of a snapshot", failed);
          }
        });
  }

  /** Reads from the database, if it is still open. */
  synchronized <T extends @Nullable Object> T whileOpen(Supplier<T> look) {
    if (closed) {
      throw new InvalidStateStoreException("the job store was closed under this snapshot");
    }
    return look.get();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      for (var i = owned.size() - 1; i >= 0; i--) {
        owned.get(i).close();
      }
      database.db().releaseSnapshot(moment);
      onClose.accept(this);
    }
  }

  private SnapshotWalk walk(
      ColumnFamilyHandle family, byte @Nullable [] from, byte @Nullable [] to) {
    return whileOpen(
        () -> {
          var bounded = reading();
          owned.add(bounded::close);
          if (from != null) {
            bounded.setIterateLowerBound(bound(from));
          }
          if (to != null) {
            bounded.setIterateUpperBound(bound(to));
          }
          var entries = database.walk(family, bounded);
          owned.add(entries::close);
          return new SnapshotWalk(this, entries);
        });
  }

  private Slice bound(byte[] key) {
    var bound = new Slice(key);
    owned.add(bound::close);
    return bound;
  }

  /** Reads for queries must not push out of the cache what delivery reads. */
  private ReadOptions reading() {
    return new ReadOptions().setSnapshot(moment).setFillCache(false);
  }

  private interface AutoCloseableQuietly {
    void close();
  }
}
