package io.delaygate.scheduler.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Iterator over a part of the index with each entry's job, for the writer. Entries whose job is
 * gone or belongs elsewhere are skipped.
 *
 * <p>Jobs are read several at a time, which takes less for each: as many again as were taken
 * before, so that a caller that wants few has few read in vain. The writer sees them as they were
 * when they were read and so must not change others meanwhile than those it took.
 *
 * <p>For the writer's thread. The store closes a walk that is still open when it is closed itself;
 * the walk then throws an {@link InvalidStateStoreException}.
 */
final class IndexIterator implements KeyValueIterator<Bytes, byte[]>, ReadGuard {
  /** Bounds what a walk holds: 16 MiB where all jobs are as large as they can be. */
  private static final int AHEAD_MAX = 16;

  private final StagedJobs jobs;
  private final LastReadCache lastRead;
  private final Consumer<ReadGuard> onClose;
  private final StagedKeys keys;
  private final Queue<KeyValue<Bytes, byte[]>> ahead = new ArrayDeque<>();
  private int step = 1;
  private boolean closed;

  IndexIterator(
      StagedJobs jobs, LastReadCache lastRead, Consumer<ReadGuard> onClose, Bytes from, Bytes to) {
    this.jobs = jobs;
    this.lastRead = lastRead;
    this.onClose = onClose;
    this.keys = jobs.walk(from.get(), to.get());
  }

  @Override
  public boolean hasNext() {
    if (closed) {
      throw new InvalidStateStoreException("the job store was closed under this iterator");
    }
    try {
      while (ahead.isEmpty() && keys.key() != null) {
        readAhead();
      }
      return !ahead.isEmpty();
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot iterate over the index of the job store", failed);
    }
  }

  @Override
  public KeyValue<Bytes, byte[]> next() {
    var next = hasNext() ? ahead.poll() : null;
    if (next == null) {
      throw new NoSuchElementException();
    }
    var id = KeySpaces.idOfIndex(next.key.get());
    lastRead.remember(id, IndexEntry.of(id, next.value));
    return next;
  }

  @Override
  public Bytes peekNextKey() {
    var next = hasNext() ? ahead.peek() : null;
    if (next == null) {
      throw new NoSuchElementException();
    }
    return next.key;
  }

  @Override
  public boolean holds(byte[] id) {
    return ahead.stream().anyMatch(it -> Arrays.equals(KeySpaces.idOfIndex(it.key.get()), id));
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      keys.close();
      onClose.accept(this);
    }
  }

  private void readAhead() throws RocksDBException {
    var found = new ArrayList<byte[]>(step);
    for (var key = keys.key(); key != null && found.size() < step; key = keys.key()) {
      found.add(key);
      keys.next();
    }
    step = Math.min(AHEAD_MAX, 2 * step);
    var ids = found.stream().map(KeySpaces::idOfIndex).toList();
    var stored = jobs.read(ids);
    for (var i = 0; i < found.size(); i++) {
      admit(found.get(i), ids.get(i), stored.get(i));
    }
  }

  private void admit(byte[] key, byte[] id, byte @Nullable [] stored) {
    var place = IndexEntry.of(id, stored);
    if (stored != null && place != null && place.isAt(key)) {
      ahead.add(KeyValue.pair(Bytes.wrap(key), stored));
    }
  }
}
