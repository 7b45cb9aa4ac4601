package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.KnownJob;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Read access to the committed jobs of a store, open or closed, for threads other than the
 * writer's. Closing waits for reads in progress. Thread-safe.
 */
final class CommittedJobs implements JobReader {
  /**
   * Time from the begin of a commit for which readers wait for its end. A client may know that its
   * change is committed some milliseconds before the store does, and ask for the job at once. Where
   * brokers do not answer, all readers together wait for no longer, however many stores they read.
   */
  private static final long COMMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final String name;
  private final ReadWriteLock closing = new ReentrantReadWriteLock();
  private final Set<ReadGuard> reads = ConcurrentHashMap.newKeySet();
  private volatile @Nullable OpenResources opened;
  private final LongSupplier ticker;
  private volatile @Nullable Commit commit;

  /**
   * Jobs of a store that is closed.
   *
   * @param ticker monotonic nanoseconds
   */
  CommittedJobs(String store, LongSupplier ticker) {
    this.name = store;
    this.ticker = ticker;
  }

  @Override
  public @Nullable KnownJob find(JobId id) {
    return reading(
        () -> {
          try {
            var stored = open().database().read(id.bytes());
            return stored == null ? null : KnownJobCodec.decode(id, stored);
          } catch (RocksDBException failed) {
            throw new ProcessorStateException("Cannot read from store " + name, failed);
          }
        });
  }

  @Override
  public StatisticsView statistics() {
    return open().statistics().view();
  }

  @Override
  public long position() {
    return open().statistics().position();
  }

  @Override
  public JobSnapshot snapshot() {
    return reading(
        () -> {
          var current = open();
          synchronized (current.stored()) {
            return snapshot(current);
          }
        });
  }

  /** Does not wait for a commit in progress: its staged jobs are shown before. */
  @Override
  public ReadyListing ready(String topic) {
    closing.readLock().lock();
    try {
      return ready(open(), topic);
    } finally {
      closing.readLock().unlock();
    }
  }

  /**
   * Staged jobs are copied first: a commit in between moves them to where the snapshot sees them.
   */
  private ReadyListing ready(OpenResources current, String topic) {
    var staged = current.stage().ready(topic);
    JobSnapshot snapshot;
    QueueHeads.Head head;
    synchronized (current.stored()) {
      snapshot = snapshot(current);
      head = current.heads().of(topic);
    }
    var listing = new ReadyListing(snapshot, staged, topic, head.key());
    synchronized (current.stored()) {
      current.heads().raise(topic, head, listing.firstCommitted());
    }
    return listing;
  }

  @Override
  public Moment moment() {
    return reading(
        () -> {
          var current = open();
          var statistics = current.statistics();
          synchronized (current.stored()) {
            return new Moment(statistics.view(), snapshot(current), statistics.position());
          }
        });
  }

  private JobSnapshot snapshot(OpenResources current) {
    var cursor = current.statistics().committedCursor();
    var endsMs = current.statistics().committedEndsMs();
    return with(new JobSnapshot(current.database(), cursor, endsMs, reads::remove));
  }

  /** Roughly how many jobs there are. */
  long approximateNumEntries() {
    return reading(
        () -> {
          try {
            var database = open().database();
            var jobs = database.db().getLongProperty(database.jobs(), "rocksdb.estimate-num-keys");
            return Math.max(0, jobs);
          } catch (RocksDBException failed) {
            throw new ProcessorStateException("Cannot count the jobs of store " + name, failed);
          }
        });
  }

  /** Registers a read, which is closed by the store at the latest. */
  <T extends ReadGuard> T with(T read) {
    reads.add(read);
    return read;
  }

  /** Unregisters a read that is closed. */
  void without(ReadGuard read) {
    reads.remove(read);
  }

  /** Whether a walk of the writer's still has this job as it was. */
  boolean isHeld(byte[] id) {
    return reads.stream().anyMatch(read -> read.holds(id));
  }

  private <T extends @Nullable Object> T reading(Supplier<T> read) {
    awaitCommit();
    closing.readLock().lock();
    try {
      return read.get();
    } finally {
      closing.readLock().unlock();
    }
  }

  /** Runs a step with the resources, which stay open meanwhile; does nothing if they are closed. */
  void whileOpen(Consumer<OpenResources> step) {
    closing.readLock().lock();
    try {
      var current = opened;
      if (current != null) {
        step.accept(current);
      }
    } finally {
      closing.readLock().unlock();
    }
  }

  /** Writes what is in memory to the disk, unless the store is closed. */
  void writeOut() {
    whileOpen(
        current -> {
          try {
            current.database().flush();
          } catch (RocksDBException failed) {
            throw new ProcessorStateException("Cannot flush store " + name, failed);
          }
        });
  }

  /** The resources, if the store is open. */
  @Nullable OpenResources ifOpen() {
    return opened;
  }

  /**
   * The resources of the open store.
   *
   * @throws InvalidStateStoreException if it is closed
   */
  OpenResources open() {
    var current = opened;
    if (current == null) {
      throw new InvalidStateStoreException("Store " + name + " is closed");
    }
    return current;
  }

  /** The store is open. */
  void opened(OpenResources now) {
    opened = now;
  }

  /** Ends all reads, and then runs the end of the store. */
  void close(Runnable end) {
    committed();
    closing.writeLock().lock();
    try {
      List.copyOf(reads).forEach(ReadGuard::close);
      opened = null;
      end.run();
    } finally {
      closing.writeLock().unlock();
    }
  }

  /** The transaction of what is staged is about to be committed. */
  void commits() {
    commit = new Commit(new CountDownLatch(1), ticker.getAsLong() + COMMIT_NANOS);
  }

  /** The commit has ended: its changes can be read, or will not be for now. */
  void committed() {
    var current = commit;
    if (current != null) {
      commit = null;
      current.end().countDown();
    }
  }

  private void awaitCommit() {
    var current = commit;
    if (current != null) {
      try {
        current.end().await(current.untilNanos() - ticker.getAsLong(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * A commit under way.
   *
   * @param untilNanos when readers give up, monotonic
   */
  private record Commit(CountDownLatch end, long untilNanos) {}
}
