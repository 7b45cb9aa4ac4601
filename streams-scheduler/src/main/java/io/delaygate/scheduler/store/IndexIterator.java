package io.delaygate.scheduler.store;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * Walks a part of the index and reads each entry's job. Entries whose job is gone or belongs
 * elsewhere are passed over, and removed when the writer walks. Bounded above inside RocksDB, so
 * that it never walks tombstones beyond its end.
 *
 * <p>The writer sees jobs as they are when it comes to them; anyone else sees index and jobs of the
 * moment when the walk began.
 *
 * <p>Methods exclude each other, so that the store can close it under a reader of another thread,
 * which then gets an {@link InvalidStateStoreException}.
 */
final class IndexIterator implements KeyValueIterator<Bytes, byte[]>, OpenRead {
  private final JobDatabase database;
  private final LastRead lastRead;
  private final Consumer<OpenRead> onClose;
  private final Slice bound;
  private final ReadOptions options;
  private final @Nullable Snapshot moment;
  private final RocksIterator entries;
  private @Nullable KeyValue<Bytes, byte[]> ahead;
  private boolean closed;

  IndexIterator(
      JobDatabase database, LastRead lastRead, Consumer<OpenRead> onClose, Bytes from, Bytes to) {
    this.database = database;
    this.lastRead = lastRead;
    this.onClose = onClose;
    this.bound = new Slice(to.get());
    this.options = new ReadOptions().setIterateUpperBound(bound);
    this.moment = lastRead.isOwnedByCaller() ? null : database.db().getSnapshot();
    if (moment != null) {
      options.setSnapshot(moment);
    }
    this.entries = database.db().newIterator(database.index(), options);
    entries.seek(from.get());
  }

  @Override
  public synchronized boolean hasNext() {
    if (closed) {
      throw new InvalidStateStoreException("the job store was closed under this iterator");
    }
    while (ahead == null && entries.isValid()) {
      ahead = live(entries.key());
      entries.next();
    }
    return ahead != null;
  }

  @Override
  public synchronized KeyValue<Bytes, byte[]> next() {
    var next = hasNext() ? ahead : null;
    if (next == null) {
      throw new NoSuchElementException();
    }
    ahead = null;
    if (moment == null) {
      var id = KeySpaces.idOfIndex(next.key.get());
      lastRead.remember(id, Place.at(next.key.get(), id, next.value));
    }
    return next;
  }

  @Override
  public synchronized Bytes peekNextKey() {
    var next = hasNext() ? ahead : null;
    if (next == null) {
      throw new NoSuchElementException();
    }
    return next.key;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      entries.close();
      options.close();
      bound.close();
      if (moment != null) {
        database.db().releaseSnapshot(moment);
      }
      onClose.accept(this);
    }
  }

  private @Nullable KeyValue<Bytes, byte[]> live(byte[] key) {
    var id = KeySpaces.idOfIndex(key);
    try {
      var stored =
          moment == null
              ? database.db().get(database.jobs(), id)
              : database.db().get(database.jobs(), options, id);
      if (stored != null && Arrays.equals(key, KeySpaces.index(id, stored))) {
        return KeyValue.pair(Bytes.wrap(key), stored);
      }
      if (moment == null && lastRead.isOwnedByCaller()) {
        database.db().delete(database.index(), database.writes(), key);
      }
      return null;
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read a job of the index", failed);
    }
  }
}
