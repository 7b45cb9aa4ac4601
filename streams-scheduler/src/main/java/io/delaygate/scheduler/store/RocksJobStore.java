package io.delaygate.scheduler.store;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobCodec;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Jobs by id with a derived index, behind the interface of a Kafka Streams key-value store, so that
 * Streams does changelog, restore, standby and metering. Callers write the JOBS key space only (see
 * {@link KeySpaces}); the index is written with the job in one batch and read by {@link #range},
 * whose values are the stored jobs themselves.
 *
 * <p>Why not two stock stores: two changelog records per change, and a stock range scan has no
 * upper bound, so that an empty scan walks every tombstone up to the next live key.
 *
 * <p>One thread writes; any may read. What other threads walk stands still, as it does not for the
 * writer, who would only pay for it. {@link #close} waits for reads in progress.
 */
final class RocksJobStore implements KeyValueStore<Bytes, byte[]>, JobReader {
  private static final byte[] NOTHING = new byte[0];

  private final String name;
  private final RocksMemory memory;
  private final OpenJobStores registry;
  private final ReadWriteLock closing = new ReentrantReadWriteLock();
  private final Set<OpenRead> reads = ConcurrentHashMap.newKeySet();
  private final Position position = Position.emptyPosition();
  private final LastRead lastRead = new LastRead();
  private @Nullable JobDatabase database;
  private @Nullable StoredOffsets offsets;
  private int partition;

  RocksJobStore(String name, RocksMemory memory, OpenJobStores registry) {
    this.name = name;
    this.memory = memory;
    this.registry = registry;
  }

  @Override
  public String name() {
    return name;
  }

  /** Opens and registers, nothing else: the context may be one of start-up, without a task. */
  @Override
  public void init(StateStoreContext context, StateStore root) {
    var guarantee = context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
    var directory = new File(new File(context.stateDir(), "rocksdb"), name);
    try {
      Files.createDirectories(directory.toPath());
    } catch (IOException failed) {
      throw new ProcessorStateException("Cannot create " + directory, failed);
    }
    var opened = new JobDatabase(directory, memory);
    database = opened;
    offsets = StoredOffsets.open(opened, StreamsConfig.EXACTLY_ONCE_V2.equals(guarantee));
    lastRead.forget();
    context.register(root, (BatchingStateRestoreCallback) this::restore);
    partition = context.taskId().partition();
    registry.opened(partition, this);
  }

  @Override
  public void put(Bytes key, byte @Nullable [] value) {
    var id = KeySpaces.id(key.get());
    var oldPlace = lastRead.knows(id) ? lastRead.place() : placeOf(id, read(id));
    var newPlace = placeOf(id, value);
    try (var batch = new WriteBatch()) {
      move(batch, id, oldPlace, value);
      open().db().write(open().writes(), batch);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot write to store " + name, failed);
    }
    lastRead.ownedByCaller();
    lastRead.remember(id, newPlace);
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
    lastRead.remember(id, placeOf(id, value));
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
      var iterator = new IndexIterator(open(), lastRead, reads::remove, from, to);
      reads.add(iterator);
      return iterator;
    } finally {
      closing.readLock().unlock();
    }
  }

  @Override
  public @Nullable Job find(JobId id) {
    var stored = read(id.bytes());
    return stored == null ? null : JobCodec.decode(id, stored);
  }

  @Override
  public JobSnapshot snapshot() {
    closing.readLock().lock();
    try {
      var snapshot = new JobSnapshot(open(), reads::remove);
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
      return Math.max(0, open().db().getLongProperty(open().jobs(), "rocksdb.estimate-num-keys"));
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
    return database != null;
  }

  @Override
  @SuppressWarnings("deprecation") // deprecated is the answer "false"
  public boolean managesOffsets() {
    return true;
  }

  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    if (offsets != null) {
      offsets.commit(changelogOffsets);
    }
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition partition) {
    return offsets == null ? null : offsets.get(partition);
  }

  @Override
  public Position getPosition() {
    return position;
  }

  @Override
  public void close() {
    registry.closed(partition, this);
    closing.writeLock().lock();
    try {
      if (database == null || offsets == null) {
        return;
      }
      List.copyOf(reads).forEach(OpenRead::close);
      offsets.closeInOrder();
      database.close();
      database = null;
      offsets = null;
    } finally {
      closing.writeLock().unlock();
    }
  }

  /**
   * Applies changelog records in batches. Of several records of one job only the last counts; where
   * the jobs stood before is read at once for the whole batch, since a standby sees every job come
   * and go and has no scan to drop entries that became stale.
   */
  private void restore(Collection<KeyValue<byte[], byte[]>> records) {
    var last = new LinkedHashMap<Bytes, byte[]>();
    records.forEach(record -> last.put(Bytes.wrap(KeySpaces.id(record.key)), record.value));
    var ids = last.keySet().stream().map(Bytes::get).toList();
    try (var batch = new WriteBatch()) {
      var old = open().db().multiGetAsList(Collections.nCopies(ids.size(), open().jobs()), ids);
      for (var i = 0; i < ids.size(); i++) {
        var id = ids.get(i);
        var value = last.get(Bytes.wrap(id));
        move(batch, id, placeOf(id, old.get(i)), value);
      }
      open().db().write(open().writes(), batch);
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot restore store " + name, failed);
    }
    lastRead.forget();
  }

  private void move(
      WriteBatch batch, byte[] id, byte @Nullable [] oldPlace, byte @Nullable [] value)
      throws RocksDBException {
    var newPlace = placeOf(id, value);
    if (oldPlace != null && !Arrays.equals(oldPlace, newPlace)) {
      batch.delete(open().index(), oldPlace);
    }
    if (value == null || newPlace == null) {
      batch.delete(open().jobs(), id);
      return;
    }
    batch.put(open().jobs(), id, value);
    batch.put(open().index(), newPlace, NOTHING);
  }

  private byte @Nullable [] read(byte[] id) {
    closing.readLock().lock();
    try {
      // most ids are new, and get tells that by an exception inside, which takes three times as
      // long
      return open().db().keyMayExist(open().jobs(), id, null)
          ? open().db().get(open().jobs(), id)
          : null;
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read from store " + name, failed);
    } finally {
      closing.readLock().unlock();
    }
  }

  private static byte @Nullable [] placeOf(byte[] id, byte @Nullable [] stored) {
    return stored == null ? null : KeySpaces.index(id, stored);
  }

  private JobDatabase open() {
    var current = database;
    if (current == null) {
      throw new InvalidStateStoreException("Store " + name + " is closed");
    }
    return current;
  }
}
