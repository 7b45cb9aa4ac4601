package io.delaygate.scheduler.effects;

import io.delaygate.scheduler.deadletter.DeadLetters;
import io.delaygate.scheduler.delivery.Deliveries;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.rules.DeliveryRules;
import io.delaygate.scheduler.rules.Effect;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.schemas.directory.TopicDirectory;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies effects to one task's table and sinks. For the task's thread only. */
public final class EffectApplier {
  private final TaskStage stage;
  private final Delivery delivery;

  /** What effects act upon. */
  public EffectApplier(TaskStage stage, Delivery delivery) {
    this.stage = stage;
    this.delivery = delivery;
  }

  /** Applies a command's effects in order; a job that cannot be judged now stays due. */
  public void apply(List<Effect> effects, long nowMs) {
    for (var effect : effects) {
      if (effect instanceof Effect.Deliver due && !deliver(due.job(), due.stored(), nowMs)) {
        stage.table().put(due.job(), due.stored());
      } else {
        applyOne(effect, nowMs);
      }
    }
  }

  /**
   * Ends a due job: to its target, to the dead letters, or parked.
   *
   * @param stored the job as the store has it, null for none
   * @return false if the target's state cannot be read now; nothing was done then
   */
  public boolean deliver(Job job, @Nullable Job stored, long nowMs) {
    var status = delivery.directory().status(job.target().topic());
    var effects = delivery.rules().decide(job, stored, status, nowMs);
    effects.ifPresent(decided -> decided.forEach(effect -> applyOne(effect, nowMs)));
    return effects.isPresent();
  }

  private void applyOne(Effect effect, long nowMs) {
    if (effect instanceof Effect.Put put) {
      put(put);
    } else if (effect instanceof Effect.Remove remove) {
      stage.table().remove(remove.stored());
    } else if (effect instanceof Effect.Emit emit) {
      stage.outlets().deliver(Deliveries.of(emit.job(), nowMs));
      delivery.metrics().emitted(nowMs - emit.job().times().dueMs());
    } else if (effect instanceof Effect.DeadLetter dead) {
      var letter = delivery.deadLetters().undeliverable(dead.job(), dead.why(), nowMs);
      stage.outlets().deadLetter(letter);
      delivery.metrics().deadLettered(dead.why().reason());
    }
  }

  private void put(Effect.Put put) {
    stage.table().put(put.job(), put.stored());
    if (put.job().state() == JobState.PARKED) {
      delivery.metrics().parked();
    }
  }

  /** What belongs to one task. */
  public record TaskStage(JobTable table, Outlets outlets) {}

  /** What all tasks deliver by. */
  public record Delivery(
      DeliveryRules rules,
      TopicDirectory directory,
      DeadLetters deadLetters,
      SchedulerMetrics metrics) {}
}
