package io.delaygate.scheduler.reservation;

import io.delaygate.scheduler.effects.EffectApplier;
import io.delaygate.scheduler.history.JobHistory;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.rules.CommandRules;
import io.delaygate.scheduler.rules.DecisionTime;
import io.delaygate.scheduler.rules.PendingQuota;
import io.delaygate.scheduler.store.ThreadTransactions;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.Job;

/**
 * Handler of the pending reservations of a task, by the rules of a {@code reserve} command. A
 * reservation is answered when its transaction is committed, so that it holds whatever happens to
 * this process. For the task's thread only.
 *
 * <p>Rejected: a {@code reserve} command in a topic. It costs two more records for each job, and
 * their round trips to the brokers.
 */
public final class ReservationHandler {
  private final ReservationQueue pending;
  private final ThreadTransactions stages;
  private final JobHistory history;
  private final EffectApplier effects;
  private final SchedulerMetrics metrics;

  /**
   * Handler for one task.
   *
   * @param stages tells how transactions of the thread end
   * @param history finds the task's jobs
   */
  public ReservationHandler(
      ReservationQueue pending,
      ThreadTransactions stages,
      JobHistory history,
      EffectApplier effects,
      SchedulerMetrics metrics) {
    this.pending = pending;
    this.stages = stages;
    this.history = history;
    this.effects = effects;
    this.metrics = metrics;
  }

  /**
   * Handles all pending reservations.
   *
   * @param nowMs epoch milliseconds
   */
  public void run(long nowMs) {
    for (var next = pending.poll(); next != null; next = pending.poll()) {
      if (next.begin()) {
        handle(next, nowMs);
      }
    }
  }

  /** A reservation that fails is answered: else its request would wait, and claim its job. */
  private void handle(Reservation reservation, long nowMs) {
    try {
      decide(reservation, nowMs);
    } catch (RuntimeException | Error failed) {
      reservation.end(false); // the transaction is rolled back
      throw failed;
    }
  }

  private void decide(Reservation reservation, long nowMs) {
    var claim = new Command.Claim(reservation.lease(), null);
    var command = new Command.Reserve(reservation.id(), claim, reservation.leaseMs());
    var known = history.find(reservation.id(), nowMs);
    var at = new DecisionTime(nowMs, nowMs, 0);
    var decision = CommandRules.decide(command, known, at, PendingQuota.UNBOUNDED);
    metrics.outcome(decision.outcome(), 0);
    if (decision.outcome() != Outcome.RESERVED) {
      reservation.end(false);
      return;
    }
    reservation.decided(
        effects.apply(decision, known, Actor.GATEWAY, at) instanceof Job job ? job : null);
    stages.whenEnded(reservation::end);
  }
}
