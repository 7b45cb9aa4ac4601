package io.delaygate.scheduler.app;

import io.delaygate.scheduler.clients.AdaptiveCommitTrigger;
import io.delaygate.scheduler.clients.FailedTasks;
import io.delaygate.scheduler.clients.PollBound;
import io.delaygate.scheduler.control.PartitionShare;
import io.delaygate.scheduler.due.DueEngine.Pace;
import io.delaygate.scheduler.effects.EffectApplier.Delivery;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.intake.CommandIntake;
import io.delaygate.scheduler.query.QueryContext;
import io.delaygate.scheduler.rules.PendingQuota;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.scheduler.targets.TargetJudge;
import io.delaygate.service.control.ControlView;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Dependencies that all tasks of an instance share.
 *
 * @param history retention of ended jobs
 * @param letters retention of dead letters
 * @param chance random source of jitter, from 0 inclusive to 1 exclusive; thread-safe
 * @param isClockTrusted whether jobs that are due by the wall clock may be delivered
 * @param queryable registry of the tasks that answer queries
 */
record TaskDependencies(
    CommandIntake intake,
    Delivery delivery,
    CircuitBreaker breaker,
    Pace pace,
    PollBound poll,
    AdaptiveCommitTrigger commits,
    FailedTasks unsound,
    Retention history,
    Duration letters,
    DoubleSupplier chance,
    BooleanSupplier isClockTrusted,
    Targets targets,
    QueryContext queryable) {
  /** Creates the judge of targets for one task. */
  TargetJudge judge() {
    var letters = delivery.deadLetters().topic();
    return new TargetJudge(delivery.directory(), breaker, letters, targets.mayBegin());
  }

  /**
   * Limits of what targets get.
   *
   * @param control the operators' current decisions about targets
   * @param maxPending largest number of pending jobs of a target; 0 for any number
   * @param partitions number of command partitions, which share a target's rate and quota
   * @param mayBegin whether the task's transaction may be the first to write to a topic
   */
  record Targets(
      Supplier<ControlView> control, int maxPending, int partitions, Predicate<String> mayBegin) {
    PendingQuota room(PartitionShare share, JobTable table) {
      return maxPending == 0
          ? PendingQuota.UNBOUNDED
          : new PendingQuota(share.of(maxPending), table::pending, table::pending);
    }
  }
}
