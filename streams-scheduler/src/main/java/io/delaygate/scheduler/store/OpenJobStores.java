package io.delaygate.scheduler.store;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The job stores that this process has open, of active and of standby tasks alike, by partition. A
 * store is open from before it is restored, and for a moment at start-up without any task; whether
 * it may be read is for the caller to know. Thread-safe.
 */
public final class OpenJobStores {
  private final ConcurrentMap<Integer, RocksJobStore> stores = new ConcurrentHashMap<>();
  private final DiskSpaceWaits diskWaits;

  /** Stores that the calling thread changed since its last commit. */
  private final ThreadLocal<Set<RocksJobStore>> changed = ThreadLocal.withInitial(HashSet::new);

  private final StoreChangelog changelog;
  private volatile boolean isLeaving;

  /** Stores of which nothing but what they hold is known. */
  public OpenJobStores(LongSupplier ticker) {
    this(ticker, StoreChangelog.UNKNOWN);
  }

  /**
   * Stores of a changelog; none is open yet.
   *
   * @param ticker monotonic nanoseconds
   */
  public OpenJobStores(LongSupplier ticker, StoreChangelog changelog) {
    this.diskWaits = new DiskSpaceWaits(ticker);
    this.changelog = changelog;
  }

  StoreChangelog changelog() {
    return changelog;
  }

  /** The process leaves its group, and its tasks stay what they are here until others go on. */
  public void leave() {
    isLeaving = true;
  }

  boolean isLeaving() {
    return isLeaving;
  }

  /** The calling thread is about to change a store. */
  void changing(RocksJobStore store) {
    changed.get().add(store);
  }

  /** What the calling thread did is committed, and will never be taken back. */
  public void committed() {
    var stores = changed.get();
    stores.forEach(RocksJobStore::committed);
    stores.clear();
  }

  void opened(int partition, RocksJobStore store) {
    stores.put(partition, store);
  }

  /** Stores that wait for disk space. */
  DiskSpaceWaits diskWaits() {
    return diskWaits;
  }

  /** Partitions whose stores wait for disk space. */
  public Set<Integer> waitingForDisk() {
    return diskWaits.waiting();
  }

  /** Leaves a store alone that was opened for the same partition since. */
  void closed(int partition, RocksJobStore store) {
    stores.remove(partition, store);
  }

  /**
   * Writes what is in memory to the disk, while tasks go on. Just before they are closed it leaves
   * little for that: a task is nobody's while its store is being closed.
   *
   * @throws org.apache.kafka.streams.errors.ProcessorStateException if the disk does not take it
   */
  public void flush() {
    stores.values().forEach(RocksJobStore::writeOut);
  }

  /** Targets that pending jobs have, in any store, and so many at most. */
  public Set<String> targets(int atMost) {
    var targets = new HashSet<String>();
    for (var store : stores.values()) {
      for (var count : store.ledger().counts()) {
        if (targets.size() >= atMost) {
          return targets;
        }
        if (count.state().isPending()) {
          targets.add(count.topic());
        }
      }
    }
    return targets;
  }

  /** The store of a partition, for its task. */
  RocksJobStore own(int partition) {
    var store = stores.get(partition);
    if (store == null) {
      throw new IllegalStateException("no store of partition " + partition + " is open");
    }
    store.active();
    return store;
  }

  /** The store of a partition, null when there is none. */
  public @Nullable JobReader find(int partition) {
    return stores.get(partition);
  }
}
