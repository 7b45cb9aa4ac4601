package io.delaygate.scheduler.handout;

import io.delaygate.scheduler.effects.EffectApplier;
import io.delaygate.scheduler.history.JobHistory;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.rules.CommandRules;
import io.delaygate.scheduler.rules.Decision;
import io.delaygate.scheduler.rules.Moment;
import io.delaygate.scheduler.rules.Room;
import io.delaygate.scheduler.store.ThreadStages;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what a task is asked for at its {@link Desk}, by the rules of a {@code reserve}
 * command. Whoever asks is told when the transaction is committed: then the job is his for the time
 * of the lease, whatever becomes of this process. For the task's thread only.
 *
 * <p>A command in a topic would say the same: two records more for each job, and the ways of both
 * through the brokers.
 */
public final class ReserveAsked {
  private final Desk desk;
  private final ThreadStages stages;
  private final JobHistory history;
  private final EffectApplier effects;
  private final SchedulerMetrics metrics;

  /**
   * Carries out what is asked at a desk.
   *
   * @param stages tells how transactions of the thread end
   * @param history knows the task's jobs
   */
  public ReserveAsked(
      Desk desk,
      ThreadStages stages,
      JobHistory history,
      EffectApplier effects,
      SchedulerMetrics metrics) {
    this.desk = desk;
    this.stages = stages;
    this.history = history;
    this.effects = effects;
    this.metrics = metrics;
  }

  /**
   * Reserves all that was asked for up to now.
   *
   * @param nowMs epoch milliseconds
   */
  public void run(long nowMs) {
    for (var asked = desk.take(); asked != null; asked = desk.take()) {
      if (asked.begin()) {
        reserve(asked, nowMs);
      }
    }
  }

  private void reserve(Reservation asked, long nowMs) {
    var command =
        new Command.Reserve(asked.id(), new Command.Claim(asked.lease(), null), asked.leaseMs());
    var known = history.find(asked.id(), nowMs);
    var at = new Moment(nowMs, nowMs, 0);
    var decision = CommandRules.decide(command, known, at, Room.UNBOUNDED);
    metrics.outcome(decision.outcome(), 0);
    if (decision.outcome() != Outcome.RESERVED) {
      asked.end(false);
      return;
    }
    asked.decided(apply(asked, decision, known, at));
    stages.whenEnded(asked::end);
  }

  private @Nullable Job apply(
      Reservation asked, Decision decision, @Nullable KnownJob known, Moment at) {
    try {
      return effects.apply(decision, known, at) instanceof Job job ? job : null;
    } catch (RuntimeException failed) {
      asked.end(false); // all is rolled back
      throw failed;
    }
  }
}
