package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.KnownJob;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Jobs by id with a derived index and ledger, behind the interface of a Kafka Streams key-value
 * store, so that Streams does changelog, restore, standby and metering. Callers write the JOBS key
 * space only (see {@link KeySpaces}); the index is written with the job in one batch and read by
 * {@link #range}, whose values are the stored jobs themselves.
 *
 * <p>Why not two stock stores: two changelog records per change, and a stock range scan has no
 * upper bound, so that an empty scan walks every tombstone up to the next live key.
 *
 * <p>One thread writes; any may read. What other threads walk stands still, as it does not for the
 * writer, who would only pay for it. {@link #close} waits for reads in progress.
 */
final class RocksJobStore implements KeyValueStore<Bytes, byte[]>, JobReader {
  private final String name;
  private final RocksMemory memory;
  private final OpenJobStores registry;
  private final ReadWriteLock closing = new ReentrantReadWriteLock();
  private final Set<OpenRead> reads = ConcurrentHashMap.newKeySet();
  private final Position position = Position.emptyPosition();
  private final LastRead lastRead = new LastRead();
  private volatile @Nullable Opened opened;
  private volatile @Nullable Throwable damage;
  private int partition;
  private boolean isUndoable;

  RocksJobStore(String name, RocksMemory memory, OpenJobStores registry) {
    this.name = name;
    this.memory = memory;
    this.registry = registry;
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * Opens and registers, nothing else: the context may be one of start-up, without a task.
   *
   * @throws LockException if the disk is full. Kafka Streams tries again then, in pauses, and its
   *     thread goes on with other tasks meanwhile; any other failure would end the thread
   */
  @Override
  public void init(StateStoreContext context, StateStore root) {
    var guarantee = context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
    var directory = new StoreDirectory(context.stateDir(), name);
    damage = null;
    isUndoable = StreamsConfig.EXACTLY_ONCE_V2.equals(guarantee);
    partition = context.taskId().partition();
    opened = open(directory).agreeing(registry.changelog(), partition);
    lastRead.forget();
    context.register(root, (BatchingStateRestoreCallback) this::restore);
    registry.opened(partition, this);
  }

  private Opened open(StoreDirectory directory) {
    registry.diskWaits().beforeOpen(partition);
    try {
      return Opened.at(directory, memory, isUndoable, registry.changelog().id());
    } catch (ProcessorStateException failed) {
      if (DiskError.isDiskFull(failed)) {
        registry.diskWaits().full(partition, failed);
        throw new LockException("The disk is full; it has no space for store " + name, failed);
      }
      throw failed;
    }
  }

  @Override
  public void put(Bytes key, byte @Nullable [] value) {
    var id = KeySpaces.id(key.get());
    if (isUndoable && open().undo().changing(id)) {
      registry.changing(this);
    }
    assert reads.stream().noneMatch(read -> read.holds(id)) : "changed ahead of a walk";
    var from = lastRead.knows(id) ? lastRead.place() : Place.of(id, read(id));
    try {
      var to = open().writes().put(id, from, value);
      lastRead.ownedByCaller();
      lastRead.remember(id, to);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot write to store " + name, failed);
    }
  }

  @Override
  public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
    var existing = get(key);
    if (existing == null) {
      put(key, value);
    }
    return existing;
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    entries.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public byte @Nullable [] delete(Bytes key) {
    var existing = get(key);
    put(key, null);
    return existing;
  }

  @Override
  public byte @Nullable [] get(Bytes key) {
    var id = KeySpaces.id(key.get());
    var value = read(id);
    lastRead.remember(id, Place.of(id, value));
    return value;
  }

  /**
   * Entries of the index, each with its stored job. Both bounds must lie in one index key space.
   *
   * @param from inclusive
   * @param to exclusive, unlike that of stock stores: it is where the scan stops, tombstones
   *     included
   */
  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    closing.readLock().lock();
    try {
      writeWaiting();
      var iterator = new IndexIterator(database(), lastRead, reads::remove, from, to);
      reads.add(iterator);
      return iterator;
    } finally {
      closing.readLock().unlock();
    }
  }

  @Override
  public @Nullable KnownJob find(JobId id) {
    var stored = read(id.bytes());
    return stored == null ? null : KnownJob.decode(id, stored);
  }

  @Override
  public LedgerView ledger() {
    return counted().view();
  }

  /** Counts and floors, as they change. */
  Ledger counted() {
    return open().offsets().ledger();
  }

  /**
   * Calls back for jobs that ended before a time, the earliest first, and takes note of when the
   * next one ended. The callback may remove its job. For the writer.
   *
   * @param atMost how many
   */
  void eachEnded(long beforeMs, int atMost, Consumer<byte[]> callback) {
    writeWaiting();
    try {
      new EndedJobs(database(), counted().ends())
          .take(beforeMs, atMost)
          .forEach(
              ended -> {
                lastRead.remember(ended.id(), ended.place());
                callback.accept(ended.id());
              });
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read from store " + name, failed);
    }
  }

  /**
   * Makes changes that may share writes. The writer sees each of them at once, other threads at the
   * latest when this returns. For the writer.
   */
  void together(Runnable changes) {
    var writes = open().writes();
    writes.together(true);
    try {
      changes.run();
    } finally {
      writes.together(false);
      writeWaiting();
    }
  }

  /** Writes what waits; does nothing in other threads than the writer's. */
  void writeWaiting() {
    if (lastRead.isOwnedByCaller()) {
      try {
        open().writes().writeWaiting();
      } catch (RocksDBException failed) {
        throw new ProcessorStateException("Cannot write to store " + name, failed);
      }
    }
  }

  @Override
  public JobSnapshot snapshot() {
    closing.readLock().lock();
    try {
      var snapshot = new JobSnapshot(database(), reads::remove);
      reads.add(snapshot);
      return snapshot;
    } finally {
      closing.readLock().unlock();
    }
  }

  /** Not offered: callers look jobs up by id, or in the order of the index. */
  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    throw new UnsupportedOperationException("the job store is read by id or by index range");
  }

  @Override
  public long approximateNumEntries() {
    closing.readLock().lock();
    try {
      var database = database();
      return Math.max(
          0, database.db().getLongProperty(database.jobs(), "rocksdb.estimate-num-keys"));
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot count store " + name, failed);
    } finally {
      closing.readLock().unlock();
    }
  }

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return opened != null;
  }

  @Override
  @SuppressWarnings("deprecation") // deprecated is the answer "false"
  public boolean managesOffsets() {
    return true;
  }

  /**
   * Stores offsets. On a full disk the offsets before stay in force, which is safe: records after
   * them are restored once more then, and that changes nothing.
   */
  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    var current = opened;
    if (current == null) {
      return;
    }
    try {
      current.offsets().commit(changelogOffsets);
      registry.diskWaits().written(partition);
    } catch (ProcessorStateException failed) {
      if (!DiskError.isDiskFull(failed)) {
        throw failed;
      }
      registry.diskWaits().full(partition, failed);
    }
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition partition) {
    var current = opened;
    return current == null ? null : current.offsets().get(partition);
  }

  @Override
  public Position getPosition() {
    return position;
  }

  @Override
  public void close() {
    registry.closed(partition, this);
    var current = opened;
    if (current == null) {
      return;
    }
    var why = damage == null ? current.obstacle(registry.changelog(), partition) : null;
    closing.writeLock().lock();
    try {
      List.copyOf(reads).forEach(OpenRead::close);
      opened = null;
      current.close(damage, why, registry.isLeaving());
    } finally {
      closing.writeLock().unlock();
    }
  }

  /** What was changed is committed. For the writer. */
  void committed() {
    var current = opened;
    if (current != null) {
      current.undo().forget();
    }
  }

  /** The store's task is an active one. */
  void active() {
    open().offsets().active(true);
  }

  /** Sets the directory aside when the store is closed, if this failure says that it is damaged. */
  void failed(Throwable why) {
    if (DiskError.isDamage(why)) {
      damage = why;
    }
  }

  private void restore(Collection<KeyValue<byte[], byte[]>> records) {
    try {
      open().offsets().restoring();
      open().writes().restore(records);
    } catch (RocksDBException failed) {
      failed(failed);
      if (DiskError.isDiskFull(failed)) {
        registry.diskWaits().fullInRestore(partition, failed);
      }
      throw new ProcessorStateException("Cannot restore store " + name, failed);
    }
    lastRead.forget();
  }

  private byte @Nullable [] read(byte[] id) {
    closing.readLock().lock();
    try {
      writeWaiting();
      return database().read(id);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read from store " + name, failed);
    } finally {
      closing.readLock().unlock();
    }
  }

  /** Writes what is in memory to the disk, unless the store is closed. Any thread. */
  void writeOut() {
    closing.readLock().lock();
    try {
      var current = opened;
      if (current != null) {
        current.database().flush();
      }
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot flush store " + name, failed);
    } finally {
      closing.readLock().unlock();
    }
  }

  JobDatabase database() {
    return open().database();
  }

  private Opened open() {
    var current = opened;
    if (current == null) {
      throw new InvalidStateStoreException("Store " + name + " is closed");
    }
    return current;
  }
}
