package io.delaygate.scheduler.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Model of a stream thread and its producer: one transaction of all its tasks, which begins with
 * the first record. It notifies the stores' {@link ThreadTransactions} of its end.
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

  /** Sends a record; a store may refuse the transaction that begins with it. */
  void sends() {
    if (!isOpen) {
      stages.begins();
      isOpen = true;
    }
  }

  boolean isInTransaction() {
    return isOpen;
  }

  /** Announces the commit. */
  void commits() {
    stages.commits();
  }

  /** Ends the transaction as committed, with an answer for the thread. */
  void committed() {
    if (isOpen) {
      isOpen = false;
      endInKafka(true);
      stages.committed();
    }
  }

  /** Ends the transaction; the thread takes it for aborted, whatever happened in Kafka. */
  void aborted(boolean isCommittedInKafka) {
    if (isOpen) {
      isOpen = false;
      endInKafka(isCommittedInKafka);
      stages.aborted();
    }
  }

  /** Kills the process; the brokers then end the transaction as given. */
  void killed(boolean isCommittedInKafka) {
    isOpen = false;
    endInKafka(isCommittedInKafka);
  }

  private void endInKafka(boolean isCommitted) {
    tasks.forEach(task -> task.changelog().end(isCommitted));
  }
}
