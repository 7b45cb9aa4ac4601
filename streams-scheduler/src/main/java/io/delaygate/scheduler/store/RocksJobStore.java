package io.delaygate.scheduler.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Kafka Streams key-value store of jobs in RocksDB, with a derived index and statistics. Streams
 * does changelog, restore, standby and metering. Callers write the JOBS key space only (see {@link
 * KeySpaces}); the index is written with the job in one batch and read by {@link #range}, whose
 * values are the stored jobs themselves.
 *
 * <p>Why not two stock stores: two changelog records per change, and a stock range scan has no
 * upper bound, so that an empty scan walks every tombstone up to the next live key.
 *
 * <p>Changes are staged in memory until the transaction that they belong to is committed, and so
 * what is on the disk is committed, whenever the process ends. One thread writes, and sees what it
 * staged; others read what is committed, see {@link #reader}.
 */
final class RocksJobStore implements KeyValueStore<Bytes, byte[]> {
  private final String name;
  private final RocksMemory memory;
  private final OpenJobStores registry;
  private final CommittedJobs committed;
  private final Position position = Position.emptyPosition();
  private final LastReadCache lastRead = new LastReadCache();
  private volatile @Nullable Throwable damage;
  private @Nullable TaskId task;
  private int partition;
  private boolean hasFailed;

  RocksJobStore(String name, RocksMemory memory, OpenJobStores registry) {
    this.name = name;
    this.memory = memory;
    this.registry = registry;
    this.committed = new CommittedJobs(name, registry.ticker());
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
    damage = null;
    task = context.taskId();
    partition = context.taskId().partition();
    committed.opened(
        open(
            new StoreDirectory(context.stateDir(), name),
            StreamsConfig.EXACTLY_ONCE_V2.equals(guarantee)));
    lastRead.forget();
    context.register(root, (BatchingStateRestoreCallback) this::restore);
    registry.opened(partition, this);
  }

  private OpenResources open(StoreDirectory directory, boolean exactlyOnce) {
    registry.diskWaits().beforeOpen(partition);
    try {
      return OpenResources.at(directory, memory, exactlyOnce, registry.changelog(), partition);
    } catch (ProcessorStateException failed) {
      if (DiskError.isDiskFull(failed)) {
        registry.diskWaits().full(partition, failed);
        throw new LockException("The disk is full: free some space for store " + name, failed);
      }
      throw failed;
    }
  }

  @Override
  public void put(Bytes key, byte @Nullable [] value) {
    var id = KeySpaces.id(key.get());
    assert !committed.isHeld(id) : "the job is changed ahead of a walk";
    var current = open();
    var from = place(current, id);
    touch(current.stage());
    var to = current.stage().put(id, from, value);
    current.statistics().moved(from, to);
    lastRead.remember(id, to);
    if (to != null && to.isReady()) {
      registry.readyNews().came(List.of(KeySpaces.topicOf(to.index())));
    }
  }

  private @Nullable IndexEntry place(OpenResources current, byte[] id) {
    if (lastRead.knows(id)) {
      return lastRead.place();
    }
    try {
      return current.jobs().place(id);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read from store " + name, failed);
    }
  }

  private void touch(StagedChanges stage) {
    var transaction = registry.stages().transaction();
    if (stage.isDropped()) {
      throw new ProcessorStateException("Store " + name + " lacks committed changes");
    } else if (!stage.isTouched()) {
      stage.touch(transaction);
      registry.stages().staging(this);
    } else if (stage.transaction() != transaction) {
      throw new ProcessorStateException(
          "Store " + name + " has changes of a transaction that has ended");
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
    try {
      var value = open().jobs().read(id);
      lastRead.remember(id, IndexEntry.of(id, value));
      return value;
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read from store " + name, failed);
    }
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
    return committed.with(new IndexIterator(open().jobs(), lastRead, committed::without, from, to));
  }

  /** Calls back with each key of the index that begins so, in order. For the writer. */
  void eachKey(byte[] prefix, Consumer<byte[]> callback) {
    try (var keys = open().jobs().walk(prefix, KeySpaces.after(prefix).get())) {
      for (var key = keys.key(); key != null; key = keys.key()) {
        callback.accept(key);
        keys.next();
      }
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot iterate over the index of store " + name, failed);
    }
  }

  /** Counts and low watermarks, as they change. */
  StoreStatistics counted() {
    return open().statistics();
  }

  /**
   * Calls back for jobs that ended before a time, the earliest first, and takes note of when the
   * next one ended. The callback removes its job. For the writer.
   *
   * @param atMost how many
   * @param bytes none behind the ones that have so many bytes together
   */
  void eachEnded(long beforeMs, int atMost, long bytes, Consumer<byte[]> callback) {
    try {
      new EndedJobs(open().jobs(), counted().ends())
          .take(beforeMs, atMost, bytes)
          .forEach(
              ended -> {
                lastRead.remember(ended.id(), ended.place());
                callback.accept(ended.id());
              });
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read from store " + name, failed);
    }
  }

  /** Not offered: callers look jobs up by id, or in the order of the index. */
  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    throw new UnsupportedOperationException(
        "the job store can only be read by id or by index range");
  }

  @Override
  public long approximateNumEntries() {
    return committed.approximateNumEntries();
  }

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return committed.ifOpen() != null;
  }

  @Override
  @SuppressWarnings("deprecation") // deprecated is the answer "false"
  public boolean managesOffsets() {
    return true;
  }

  /**
   * Writes what is staged, with offsets. On a full disk the offsets before stay in force, which is
   * safe: records after them are restored once more then, and that changes nothing.
   *
   * @param changelogOffsets none where Kafka Streams takes the task for corrupted: then what is
   *     staged is dropped
   * @throws ProcessorStateException if what is staged was not committed; it is dropped then
   */
  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    committed.whileOpen(
        current -> {
          try {
            commit(current, changelogOffsets);
          } finally {
            committed.committed();
          }
        });
  }

  private void commit(OpenResources current, Map<TopicPartition, Long> changelogOffsets) {
    var isStaged = current.stage().isTouched();
    try {
      if (changelogOffsets.isEmpty()) {
        current.drop();
      } else {
        mustBeCommitted(current.stage());
        current.commit(changelogOffsets);
        hasFailed &= !isStaged;
        registry.diskWaits().written(partition);
      }
    } catch (RocksDBException failed) {
      notWritten(isStaged, failed);
    }
  }

  private void mustBeCommitted(StagedChanges stage) {
    if (stage.isTouched() && !registry.stages().isCommitted(stage.transaction())) {
      stage.drop();
    }
    if (stage.isDropped()) {
      throw new ProcessorStateException(
          "Store " + name + " must not keep changes of a transaction that was not committed");
    }
  }

  /** Kafka has what is lost here: the task reads it again from the changelog. */
  private void notWritten(boolean isStaged, RocksDBException why) {
    var failed = new ProcessorStateException("Cannot write to store " + name, why);
    if (DiskError.isDiskFull(why)) {
      registry.diskWaits().full(partition, failed);
    } else {
      failed(why);
    }
    if (isStaged) {
      open().stage().drop();
      registry.failed(Objects.requireNonNull(task), failed);
    } else if (!DiskError.isDiskFull(why)) {
      throw failed;
    }
  }

  /** Whether something is staged. For the writer. */
  boolean isStaged() {
    var current = committed.ifOpen();
    return current != null && current.stage().isTouched();
  }

  /** Whether what is staged belongs to that transaction. For the writer. */
  boolean isStagedIn(long transaction) {
    var current = committed.ifOpen();
    return current != null && current.stage().transaction() == transaction;
  }

  @Override
  public long approximateNumUncommittedBytes() {
    var current = committed.ifOpen();
    return current == null ? 0 : current.stage().bytes();
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition partition) {
    var current = committed.ifOpen();
    return current == null ? null : current.offsets().get(partition);
  }

  @Override
  public Position getPosition() {
    return position;
  }

  @Override
  public void close() {
    registry.closed(partition, this);
    var current = committed.ifOpen();
    if (current == null) {
      return;
    }
    var why = damage == null ? current.obstacle(registry.changelog(), partition) : null;
    committed.close(() -> current.close(damage, why, registry.isLeaving()));
  }

  /** The store's task is an active one. */
  void active() {
    try {
      open().offsets().active(true);
    } catch (ProcessorStateException failed) {
      if (DiskError.isDiskFull(failed)) {
        registry.diskWaits().fullInRestore(partition, failed);
      }
      throw failed;
    }
  }

  /**
   * Sets the directory aside when the store is closed, if this failure says that it is damaged, or
   * if it is the second one since something was written: to open the store anew did not help.
   */
  void failed(Throwable why) {
    if (DiskError.isDamage(why) || (hasFailed && DiskError.isOfDatabase(why))) {
      damage = why;
    }
    hasFailed = true;
  }

  private void restore(Collection<KeyValue<byte[], byte[]>> records) {
    try {
      var current = open();
      current.offsets().passive();
      current.statistics().readTo(JobReader.NOTHING_READ);
      current.copy().apply(records);
    } catch (RocksDBException failed) {
      failed(failed);
      if (DiskError.isDiskFull(failed)) {
        registry.diskWaits().fullInRestore(partition, failed);
      }
      throw new ProcessorStateException("Cannot restore store " + name, failed);
    }
    lastRead.forget();
  }

  JobDatabase database() {
    return open().database();
  }

  private OpenResources open() {
    return committed.open();
  }

  /** The same jobs for other threads. */
  CommittedJobs reader() {
    return committed;
  }
}
