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
        stage.table().put(put.job(), put.stored());
        now = put.job();
      } else {
        now = applyOne(effect, nowMs).orElse(now);
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
                now = applyOne(effect, nowMs).orElse(now);
              }
              return now;
            });
  }

  private Job keep(Effect.Deliver held) {
    stage.table().put(held.job(), held.stored());
    return held.job();
  }

  /** What the job is now; empty when the effect does not say. */
  private Optional<KnownJob> applyOne(Effect effect, long nowMs) {
    if (effect instanceof Effect.Put put) {
      return Optional.of(park(put, nowMs));
    } else if (effect instanceof Effect.Emit emit) {
      return Optional.of(emit(emit.job(), nowMs));
    } else if (effect instanceof Effect.DeadLetter dead) {
      return Optional.of(bury(dead, nowMs));
    } else if (effect instanceof Effect.End end) {
      return Optional.of(end(end, nowMs));
    }
    stage.table().remove(((Effect.Remove) effect).stored());
    return Optional.empty();
  }

  private Job park(Effect.Put put, long nowMs) {
    stage.table().put(put.job(), put.stored());
    event(JobEvent.PARKED, put.job(), nowMs);
    delivery.metrics().parked();
    return put.job();
  }

  private EndedJob emit(Job job, long nowMs) {
    var latenessMs = nowMs - job.times().dueMs();
    var ended = EndedJob.of(job, EndState.DELIVERED, nowMs);
    stage.outlets().deliver(Deliveries.of(job, nowMs));
    stage.history().add(ended);
    delivery.events().delivered(ended, latenessMs, nowMs).ifPresent(stage.outlets()::event);
    delivery.metrics().emitted(latenessMs);
    return ended;
  }

  private EndedJob bury(Effect.DeadLetter dead, long nowMs) {
    var why = dead.why();
    var ended = EndedJob.dead(dead.job(), why.reason(), nowMs);
    stage.outlets().deadLetter(delivery.deadLetters().undeliverable(dead.job(), why, nowMs));
    stage.history().add(ended);
    event(JobEvent.DEAD, ended, nowMs);
    delivery.metrics().deadLettered(why.reason());
    return ended;
  }

  private EndedJob end(Effect.End end, long nowMs) {
    var ended = EndedJob.of(end.job(), end.state(), nowMs);
    stage.history().add(ended);
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
  public record TaskStage(JobTable table, JobHistory.Writer history, Outlets outlets) {}

  /** What all tasks deliver by. */
  public record Delivery(
      DeliveryRules rules,
      TopicDirectory directory,
      DeadLetters deadLetters,
      JobEvents events,
      SchedulerMetrics metrics) {}
}
