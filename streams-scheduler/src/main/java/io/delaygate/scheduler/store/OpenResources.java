package io.delaygate.scheduler.store;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Resources of an open store: directory, database, offsets, statistics and staged changes. */
record OpenResources(
    StoreDirectory directory,
    JobDatabase database,
    StoredOffsets offsets,
    StoredStatistics stored,
    ChangelogRestorer copy,
    StagedChanges stage,
    QueueHeads heads,
    boolean isUncommitted) {
  /**
   * Opens the store of a directory. A store that is damaged, belongs to another changelog, or may
   * hold what was never committed is replaced by an empty one, which is restored from the
   * changelog.
   *
   * @param exactlyOnce whether what is not committed must not be there
   * @throws ProcessorStateException if that fails; then nothing is open, so that it can be tried
   *     again. Also if the changelog lacks what the store holds, so that Kafka Streams would delete
   *     it; its directory is kept then
   */
  static OpenResources at(
      StoreDirectory directory,
      RocksMemory memory,
      boolean exactlyOnce,
      StoreChangelog changelog,
      int partition) {
    var opened = undamaged(directory, memory, exactlyOnce);
    if (!opened.belongsTo(changelog)) {
      opened.close();
      directory.retire();
      opened = open(directory, memory, exactlyOnce);
    }
    opened.mustAgree(changelog, partition);
    if (opened.isUncommitted) {
      opened.close();
      directory.empty();
      opened = open(directory, memory, exactlyOnce);
    }
    opened.belongsTo(changelog);
    return opened;
  }

  private boolean belongsTo(StoreChangelog changelog) {
    var id = changelog.id();
    return id == null || offsets.belongsTo(id, !ChangelogIds.isDecided(id) || isEmpty());
  }

  private void mustAgree(StoreChangelog changelog, int partition) {
    var why = obstacle(changelog, partition);
    if (why == null) {
      return;
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

  private static OpenResources undamaged(
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

  private static OpenResources open(
      StoreDirectory directory, RocksMemory memory, boolean exactlyOnce) {
    var database = new JobDatabase(directory.create(), memory);
    try {
      var isUncommitted = exactlyOnce && StoredStatistics.isInUse(database);
      if (!isUncommitted) {
        IndexMigration.replace(database);
      }
      var stored =
          isUncommitted ? StoredStatistics.none(database) : StoredStatistics.open(database);
      var offsets = new StoredOffsets(database);
      var heads = new QueueHeads();
      var copy = new ChangelogRestorer(database, stored, heads);
      return new OpenResources(
          directory, database, offsets, stored, copy, new StagedChanges(), heads, isUncommitted);
    } catch (RuntimeException failed) {
      database.close();
      throw failed;
    }
  }

  /** The jobs as the writer has them. */
  StagedJobs jobs() {
    return new StagedJobs(database, stage);
  }

  StoreStatistics statistics() {
    return stored.statistics();
  }

  /** Writes what is staged, with offsets, at once. */
  void commit(Map<TopicPartition, Long> changelogOffsets) throws RocksDBException {
    if (!stage.isTouched() && offsets.areStored(changelogOffsets)) {
      synchronized (stored) {
        statistics().commit();
      }
      return;
    }
    try (var batch = new WriteBatch()) {
      stage.writeTo(batch, database);
      stored.writeTo(batch);
      offsets.writeTo(batch, changelogOffsets);
      synchronized (stored) {
        database.db().write(database.writes(), batch);
        statistics().commit();
        stage.ready().forEach(heads::admit);
      }
    }
    offsets.stored(changelogOffsets);
    stage.clear();
  }

  /** Drops what is staged, and says that nothing of what the store holds is known. */
  void drop() throws RocksDBException {
    stage.drop();
    offsets.clear();
  }

  /**
   * Closes it, without what is staged.
   *
   * @param damage what says that it is damaged, if anything
   * @param why it may be the only copy of its jobs, null if it is not
   * @param isLeaving whether the whole process leaves, and not just the task
   */
  void close(@Nullable Throwable damage, @Nullable String why, boolean isLeaving) {
    if (damage != null) {
      close();
      directory.setAside(damage);
    } else if (why != null) {
      keep(why);
    } else {
      try {
        if (!isLeaving) {
          offsets.passive();
        }
      } finally {
        close();
      }
    }
  }

  /** Closes it and puts its directory out of the reach of Kafka Streams, which may delete it. */
  private void keep(String why) {
    close();
    directory.keep(why);
  }

  private void close() {
    database.close();
  }
}
