package io.delaygate.scheduler.store;

import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Resources of an open store. */
record Opened(
    StoreDirectory directory,
    JobDatabase database,
    StoredOffsets offsets,
    JobWrites writes,
    UndoLog undo) {
  /**
   * Opens the store of a directory; an empty one, which is restored from the changelog, in the
   * place of one that is damaged or belongs to another changelog.
   *
   * @param changelog id of the changelog, null while it is not known
   * @throws ProcessorStateException if that fails; then nothing is open, so that it can be tried
   *     again
   */
  static Opened at(
      StoreDirectory directory,
      RocksMemory memory,
      boolean exactlyOnce,
      @Nullable String changelog) {
    var opened = undamaged(directory, memory, exactlyOnce);
    if (changelog == null || opened.offsets().belongsTo(changelog)) {
      return opened;
    }
    opened.close();
    directory.retire();
    var fresh = open(directory, memory, exactlyOnce);
    fresh.offsets().belongsTo(changelog);
    return fresh;
  }

  /**
   * Itself, if its changelog has what it holds. Else Kafka Streams would delete it.
   *
   * @throws ProcessorStateException if not; it is closed then, and its directory kept
   */
  Opened agreeing(StoreChangelog changelog, int partition) {
    var why = obstacle(changelog, partition);
    if (why == null) {
      return this;
    }
    if (isEmpty()) {
      close();
    } else {
      keep(why);
    }
    throw new ProcessorStateException("A store is not opened: " + why);
  }

  /** One that was made for a task just now, and not restored. */
  private boolean isEmpty() {
    try (var jobs = database.walk(database.jobs())) {
      jobs.seekToFirst();
      return !jobs.isAtKey() && StoredOffsets.last(database) == null;
    } catch (RocksDBException unreadable) {
      return false;
    }
  }

  /** Why it may be the only copy of its jobs; null if it is not. */
  @Nullable String obstacle(StoreChangelog changelog, int partition) {
    return changelog.obstacle(partition, StoredOffsets.last(database));
  }

  private static Opened undamaged(
      StoreDirectory directory, RocksMemory memory, boolean exactlyOnce) {
    try {
      return open(directory, memory, exactlyOnce);
    } catch (ProcessorStateException failed) {
      if (!DiskError.isDamage(failed) || !directory.setAside(failed)) {
        throw failed;
      }
      return open(directory, memory, exactlyOnce);
    }
  }

  private static Opened open(StoreDirectory directory, RocksMemory memory, boolean exactlyOnce) {
    var database = new JobDatabase(directory.create(), memory);
    try {
      FormerIndex.replace(database);
      var offsets = StoredOffsets.open(database, exactlyOnce);
      var writes = new JobWrites(database, offsets.ledger());
      return new Opened(
          directory, database, offsets, writes, new UndoLog(database, offsets.ledger()));
    } catch (RuntimeException failed) {
      database.close();
      throw failed;
    }
  }

  /**
   * Closes it in order. A damaged one gets no mark of an orderly end, which RocksDB may refuse to
   * write by then.
   *
   * @param damage what says that it is damaged, if anything
   * @param why it may be the only copy of its jobs, null if it is not
   * @param isLeaving whether the whole process leaves, and not just the task
   */
  void close(@Nullable Throwable damage, @Nullable String why, boolean isLeaving) {
    if (damage != null) {
      undo.forget();
      database.close();
      directory.setAside(damage);
    } else if (why != null) {
      keep(why);
    } else {
      if (!isLeaving) {
        offsets.handOver();
      }
      close();
    }
  }

  /**
   * Closes it without what is not committed, and puts its directory out of the reach of Kafka
   * Streams, which may be about to delete it.
   */
  private void keep(String why) {
    try {
      writes.writeWaiting();
      undo.takeBack(writes);
      writes.writeWaiting();
      offsets.closeInOrder();
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot take back what was not committed", failed);
    } finally {
      database.close();
      directory.keep(why);
    }
  }

  /** Closed in any case. */
  private void close() {
    try {
      undo.forget();
      offsets.closeInOrder();
    } finally {
      database.close();
    }
  }
}
