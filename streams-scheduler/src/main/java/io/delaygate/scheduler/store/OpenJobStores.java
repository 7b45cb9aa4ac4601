package io.delaygate.scheduler.store;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the job stores that this process has open, of active and standby tasks, by partition.
 * A store is open from before it is restored, and for a moment at start-up without any task;
 * whether it may be read is for the caller to know. Thread-safe.
 */
public final class OpenJobStores {
  private final ConcurrentMap<Integer, RocksJobStore> stores = new ConcurrentHashMap<>();
  private final LongSupplier ticker;
  private final DiskSpaceWaits diskWaits;
  private final ReadyNews readyNews = new ReadyNews();

  private final StoreChangelog changelog;
  private final ThreadTransactions stages;
  private final BiConsumer<TaskId, RuntimeException> failures;
  private volatile boolean isLeaving;

  /** Stores without a known changelog and without transactions: every commit counts. */
  public OpenJobStores(LongSupplier ticker) {
    this(ticker, StoreChangelog.UNKNOWN, new ThreadTransactions(false), OpenJobStores::endThread);
  }

  /**
   * Stores of a changelog; none is open yet.
   *
   * @param ticker monotonic nanoseconds
   * @param failures called by a task's thread whose store lacks what was committed, and has to be
   *     opened anew; may throw the failure, to end the thread
   */
  public OpenJobStores(
      LongSupplier ticker,
      StoreChangelog changelog,
      ThreadTransactions stages,
      BiConsumer<TaskId, RuntimeException> failures) {
    this.ticker = ticker;
    this.diskWaits = new DiskSpaceWaits(ticker);
    this.changelog = changelog;
    this.stages = stages;
    this.failures = failures;
  }

  private static void endThread(TaskId task, RuntimeException why) {
    throw why;
  }

  StoreChangelog changelog() {
    return changelog;
  }

  /** Monotonic nanoseconds. */
  LongSupplier ticker() {
    return ticker;
  }

  /**
   * The process leaves its group, and its tasks stay what they are here until another process takes
   * over.
   */
  public void leave() {
    isLeaving = true;
  }

  boolean isLeaving() {
    return isLeaving;
  }

  /** Transactions of the threads that change stores. */
  public ThreadTransactions stages() {
    return stages;
  }

  /** Tells that a store could not write its changes after their transaction was committed. */
  void failed(TaskId task, RuntimeException why) {
    failures.accept(task, why);
  }

  void opened(int partition, RocksJobStore store) {
    stores.put(partition, store);
  }

  /** Which queues got jobs that are ready. */
  public ReadyNews readyNews() {
    return readyNews;
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
   * little for that: no process runs a task while its store is being closed.
   *
   * @throws org.apache.kafka.streams.errors.ProcessorStateException if the disk does not take it
   */
  public void flush() {
    stores.values().forEach(store -> store.reader().writeOut());
  }

  /** Targets that pending jobs have, in any store, up to a maximum. */
  public Set<String> targets(int atMost) {
    var targets = new HashSet<String>();
    for (var store : stores.values()) {
      for (var count : store.reader().statistics().counts()) {
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
      throw new IllegalStateException("the store of partition " + partition + " is not open");
    }
    store.active();
    return store;
  }

  /** The store of a partition, null when there is none. */
  public @Nullable JobReader find(int partition) {
    var store = stores.get(partition);
    return store == null ? null : store.reader();
  }
}
