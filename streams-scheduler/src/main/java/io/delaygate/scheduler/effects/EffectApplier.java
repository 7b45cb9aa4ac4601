package io.delaygate.scheduler.effects;

import io.delaygate.scheduler.deadletter.DeadLetters;
import io.delaygate.scheduler.delivery.Deliveries;
import io.delaygate.scheduler.events.JobEvents;
import io.delaygate.scheduler.history.JobHistory;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.rules.Decision;
import io.delaygate.scheduler.rules.DeliveryRules;
import io.delaygate.scheduler.rules.Effect;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.directory.TopicDirectory;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies effects to one task's stores and sinks. For the task's thread only. */
public final class EffectApplier {
  private final TaskStage stage;
  private final Delivery delivery;

  /** What effects act upon. */
  public EffectApplier(TaskStage stage, Delivery delivery) {
    this.stage = stage;
    this.delivery = delivery;
  }

  /**
   * Carries out the decision about a command; a job that cannot be judged now stays due.
   *
   * @param known the job as it was before, null for none
   * @return the job as it is now, null for none
   */
  public @Nullable KnownJob apply(Decision decision, @Nullable KnownJob known, long nowMs) {
    var now = known;
    for (var effect : decision.effects()) {
      if (effect instanceof Effect.Deliver due) {
        event(JobEvent.valueOf(decision.outcome().name()), due.job(), nowMs);
        now = deliver(due.job(), due.stored(), nowMs).orElseGet(() -> keep(due));
      } else if (effect instanceof Effect.Put put) {
        event(JobEvent.valueOf(decision.outcome().name()), put.job(), nowMs);
        stage.table().put(put.job());
        now = put.job();
      } else {
        now = applyOne(effect, nowMs);
      }
    }
    return now;
  }

  /**
   * Ends a due job: to its target, to the dead letters, expired, or parked.
   *
   * @param stored the job as the store has it, null for none
   * @return what became of it; empty if the target's state cannot be read now: nothing was done
   */
  public Optional<KnownJob> deliver(Job job, @Nullable Job stored, long nowMs) {
    var status = delivery.directory().status(job.target().topic());
    return delivery
        .rules()
        .decide(job, stored, status, nowMs)
        .map(
            effects -> {
              KnownJob now = job;
              for (var effect : effects) {
                now = applyOne(effect, nowMs);
              }
              return now;
            });
  }

  private Job keep(Effect.Deliver held) {
    stage.table().put(held.job());
    return held.job();
  }

  private KnownJob applyOne(Effect effect, long nowMs) {
    if (effect instanceof Effect.Put put) {
      return park(put.job(), nowMs);
    } else if (effect instanceof Effect.Emit emit) {
      return emit(emit, nowMs);
    } else if (effect instanceof Effect.DeadLetter dead) {
      return bury(dead, nowMs);
    }
    return end((Effect.End) effect, nowMs);
  }

  private Job park(Job job, long nowMs) {
    stage.table().put(job);
    event(JobEvent.PARKED, job, nowMs);
    delivery.metrics().parked();
    return job;
  }

  /** The record leaves before the job does, in one transaction; so it is with dead letters. */
  private EndedJob emit(Effect.Emit emit, long nowMs) {
    var latenessMs = nowMs - emit.job().times().dueMs();
    var ended = EndedJob.of(emit.job(), EndState.DELIVERED, nowMs);
    stage.outlets().deliver(Deliveries.of(emit.job(), nowMs));
    stage.history().add(ended, emit.isStored());
    delivery.events().delivered(ended, latenessMs, nowMs).ifPresent(stage.outlets()::event);
    delivery.metrics().emitted(latenessMs);
    return ended;
  }

  private EndedJob bury(Effect.DeadLetter dead, long nowMs) {
    var why = dead.why();
    var ended = EndedJob.dead(dead.job(), why.reason(), nowMs);
    stage.outlets().deadLetter(delivery.deadLetters().undeliverable(dead.job(), why, nowMs));
    stage.history().add(ended, dead.isStored());
    event(JobEvent.DEAD, ended, nowMs);
    delivery.metrics().deadLettered(why.reason());
    return ended;
  }

  private EndedJob end(Effect.End end, long nowMs) {
    var ended = EndedJob.of(end.job(), end.state(), nowMs);
    stage.history().add(ended, end.isStored());
    event(JobEvent.valueOf(end.state().name()), ended, nowMs);
    if (end.state() == EndState.EXPIRED) {
      delivery.metrics().expired();
    }
    return ended;
  }

  private void event(JobEvent event, KnownJob job, long nowMs) {
    delivery.events().of(event, job, nowMs).ifPresent(stage.outlets()::event);
  }

  /** What belongs to one task. */
  public record TaskStage(JobTable table, JobHistory history, Outlets outlets) {}

  /** What all tasks deliver by. */
  public record Delivery(
      DeliveryRules rules,
      TopicDirectory directory,
      DeadLetters deadLetters,
      JobEvents events,
      SchedulerMetrics metrics) {}
}
