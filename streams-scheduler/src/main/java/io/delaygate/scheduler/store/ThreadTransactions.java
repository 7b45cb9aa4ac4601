package io.delaygate.scheduler.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.TaskId;

/**
 * Numbered transactions of each stream thread, with the stores of the thread that have staged
 * changes. A thread's producer tells when one begins and how it ends, and a store writes what it
 * has staged only if that very transaction was committed.
 *
 * <p>Kafka Streams 4.4 asks stores to commit also after transactions that failed: when it stops in
 * order, and when it hands over a task that only delivered. A store that believed it would keep
 * jobs of an aborted transaction and lose those that were delivered in it.
 *
 * <p>Each stream thread sees its own transactions. Without transactions each commit that Streams
 * asks for counts.
 */
public final class ThreadTransactions {
  private final boolean isTransactional;
  private final ThreadLocal<Own> own = ThreadLocal.withInitial(Own::new);

  /**
   * Of threads that have no transaction yet.
   *
   * @param isTransactional whether their producers have transactions
   */
  public ThreadTransactions(boolean isTransactional) {
    this.isTransactional = isTransactional;
  }

  /** Number of the calling thread's transaction, or of its next one while none is open. */
  long transaction() {
    return own.get().number;
  }

  /**
   * A store of the calling thread stages its first change since the last commit. Without
   * transactions the outcome of a change is reported before it is committed, and so readers wait
   * from now on.
   */
  void staging(RocksJobStore store) {
    own.get().stores.add(store);
    if (!isTransactional) {
      store.reader().commits();
    }
  }

  /** A task of the calling thread does something that belongs to its transaction. */
  public void works(TaskId task) {
    var mine = own.get();
    mine.tasks.putIfAbsent(task, mine.number);
  }

  /** A task of the calling thread is closed, and with it what it did since the last commit. */
  public void closed(TaskId task) {
    own.get().tasks.remove(task);
  }

  /** Whether a transaction of the calling thread was committed. Only the last one is known. */
  boolean isCommitted(long number) {
    return !isTransactional || own.get().committed == number;
  }

  /**
   * The calling thread begins a transaction.
   *
   * @throws KafkaException if a task goes on as if one that was aborted had been committed, as when
   *     Kafka Streams closed another task of the thread alone. The thread ends then, and its tasks
   *     go on from the last commit
   */
  public void begins() {
    var mine = own.get();
    mine.stores.removeIf(store -> !store.isStaged());
    if (mine.stores.stream().anyMatch(store -> !store.isStagedIn(mine.number))) {
      throw new KafkaException("A store has changes of a transaction that has ended");
    }
    if (mine.tasks.values().stream().anyMatch(number -> number != mine.number)) {
      throw new KafkaException("A task continues after its transaction was aborted");
    }
  }

  /** The calling thread is about to commit; others may see that it did before this one does. */
  public void commits() {
    own.get().stores.forEach(store -> store.reader().commits());
  }

  /**
   * Runs that when the calling thread's transaction has ended; without transactions at once, as all
   * answers are given before the commit then.
   *
   * @param end gets whether it was committed, false also if that is not known; must not block or
   *     fail
   */
  public void whenEnded(Consumer<Boolean> end) {
    if (isTransactional) {
      own.get().ends.add(end);
    } else {
      end.accept(true);
    }
  }

  /** It has committed. */
  public void committed() {
    var mine = own.get();
    mine.committed = mine.number++;
    mine.tasks.clear();
    mine.tellEnd(true);
  }

  /** Its transaction is not committed, or that is not known. */
  public void aborted() {
    var mine = own.get();
    mine.number++;
    mine.tellEnd(false);
  }

  private static final class Own {
    private final Set<RocksJobStore> stores = new HashSet<>();

    /** Those that did something since the last commit, and in which transaction. */
    private final Map<TaskId, Long> tasks = new HashMap<>();

    private final List<Consumer<Boolean>> ends = new ArrayList<>();

    private long number;
    private long committed = -1;

    private void tellEnd(boolean isCommitted) {
      ends.forEach(end -> end.accept(isCommitted));
      ends.clear();
    }
  }
}
