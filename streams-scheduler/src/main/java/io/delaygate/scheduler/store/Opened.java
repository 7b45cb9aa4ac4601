package io.delaygate.scheduler.store;

import org.apache.kafka.streams.errors.ProcessorStateException;

/** Resources of an open store. */
record Opened(
    StoreDirectory directory, JobDatabase database, StoredOffsets offsets, JobWrites writes) {
  /**
   * Opens the store of a directory; an empty one, which is restored from the changelog, in the
   * place of one that is damaged.
   *
   * @throws ProcessorStateException if that fails; then nothing is open, so that it can be tried
   *     again
   */
  static Opened at(StoreDirectory directory, RocksMemory memory, boolean exactlyOnce) {
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
      return new Opened(directory, database, offsets, new JobWrites(database, offsets.ledger()));
    } catch (RuntimeException failed) {
      database.close();
      throw failed;
    }
  }

  /** Closes it in order; it is closed in any case. */
  void close() {
    try {
      offsets.closeInOrder();
    } finally {
      database.close();
    }
  }
}
