package io.delaygate.scheduler.due;

import io.delaygate.scheduler.store.JobTable;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.query.DuePosition;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Migration of queue jobs that an older version sent to their queue's topic, which no consumer
 * reads any more: it offers them anew. It ends when it has found as many as are missing in the
 * queues. For the task's thread only.
 */
final class QueueJobMigration {
  private final JobTable table;
  private final Predicate<String> isQueue;
  private final ObjLongConsumer<Job> offer;
  private long missing;
  private int priority = Policy.FIRST;
  private @Nullable DuePosition last;

  /**
   * Creates a migration at its beginning.
   *
   * @param offer puts a job into its queue at a time, epoch milliseconds
   */
  QueueJobMigration(JobTable table, Predicate<String> isQueue, ObjLongConsumer<Job> offer) {
    this.table = table;
    this.isQueue = isQueue;
    this.offer = offer;
    this.missing =
        table.counts().stream()
            .filter(count -> count.state() == JobState.READY && isQueue.test(count.topic()))
            .mapToLong(count -> count.jobs() - table.inQueue(count.topic()))
            .sum();
  }

  /** Whether jobs may still be missing in their queues. */
  boolean isUnderWay() {
    return missing > 0 && priority <= Policy.LAST;
  }

  /** Continues within the budget. */
  void run(long nowMs, DueRunBudget budget) {
    while (isUnderWay() && !budget.isSpent()) {
      if (walkToEnd(nowMs, budget)) {
        priority++;
        last = null;
      }
    }
  }

  private boolean walkToEnd(long nowMs, DueRunBudget budget) {
    try (var jobs = table.timeline(priority, last)) {
      while (jobs.hasNext() && missing > 0) {
        if (budget.isSpent()) {
          return false;
        }
        last = jobs.peek();
        offer(jobs.next(), nowMs);
        budget.spendOne();
      }
    }
    return true;
  }

  private void offer(Job job, long nowMs) {
    if (job.state() == JobState.READY && isQueue.test(job.target().topic())) {
      offer.accept(job, nowMs);
      missing--;
    }
  }
}
