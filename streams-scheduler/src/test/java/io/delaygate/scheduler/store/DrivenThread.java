package io.delaygate.scheduler.store;

import java.util.ArrayList;
import java.util.List;

/**
 * A stream thread and its producer as stores see them: one transaction of all its tasks, which
 * begins with the first record and of whose end the stores' {@link ThreadTransactions} are told.
 */
final class DrivenThread {
  private final ThreadTransactions stages = new ThreadTransactions(true);
  private final OpenJobStores registry =
      new OpenJobStores(
          System::nanoTime,
          StoreChangelog.UNKNOWN,
          stages,
          (task, why) -> {
            throw why;
          });
  private final List<DrivenTask> tasks = new ArrayList<>();
  private boolean isOpen;

  OpenJobStores registry() {
    return registry;
  }

  void add(DrivenTask task) {
    if (!tasks.contains(task)) {
      tasks.add(task);
    }
  }

  /** A record is sent; a store may object to the transaction that begins with it. */
  void sends() {
    if (!isOpen) {
      stages.begins();
      isOpen = true;
    }
  }

  boolean isInTransaction() {
    return isOpen;
  }

  /** The commit is about to be sent. */
  void commits() {
    stages.commits();
  }

  /** Kafka has committed, and the thread got its answer. */
  void committed() {
    if (isOpen) {
      isOpen = false;
      endInKafka(true);
      stages.committed();
    }
  }

  /** The transaction is over, and for all that the thread knows it is not committed. */
  void aborted(boolean isCommittedInKafka) {
    if (isOpen) {
      isOpen = false;
      endInKafka(isCommittedInKafka);
      stages.aborted();
    }
  }

  /** Ends the process; brokers end its transaction in this way. */
  void killed(boolean isCommittedInKafka) {
    isOpen = false;
    endInKafka(isCommittedInKafka);
  }

  private void endInKafka(boolean isCommitted) {
    tasks.forEach(task -> task.changelog().end(isCommitted));
  }
}
