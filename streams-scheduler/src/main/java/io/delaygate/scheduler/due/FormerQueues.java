package io.delaygate.scheduler.due;

import io.delaygate.scheduler.store.DuePosition;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.Policy;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Search for jobs of queues that a version before this one sent to their queue's topic, which
 * nobody reads any more: it offers them anew. Over as soon as it has found as many as are missing
 * in the queues. For the task's thread only.
 */
final class FormerQueues {
  private final JobTable table;
  private final Predicate<String> isQueue;
  private final ObjLongConsumer<Job> offer;
  private long missing;
  private int priority = Policy.FIRST;
  private @Nullable DuePosition last;

  /**
   * A search that begins.
   *
   * @param offer puts a job into its queue, at a time
   */
  FormerQueues(JobTable table, Predicate<String> isQueue, ObjLongConsumer<Job> offer) {
    this.table = table;
    this.isQueue = isQueue;
    this.offer = offer;
    this.missing =
        table.counts().stream()
            .filter(count -> count.state() == JobState.READY && isQueue.test(count.topic()))
            .mapToLong(count -> count.jobs() - table.inQueue(count.topic()))
            .sum();
  }

  /** Whether it has to go on. */
  boolean isUnderWay() {
    return missing > 0 && priority <= Policy.LAST;
  }

  /** Goes on within the budget. */
  void run(long nowMs, Budget budget) {
    while (isUnderWay() && !budget.isSpent()) {
      if (walkToEnd(nowMs, budget)) {
        priority++;
        last = null;
      }
    }
  }

  private boolean walkToEnd(long nowMs, Budget budget) {
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
