package io.delaygate.scheduler.effects;

import io.delaygate.scheduler.control.FailureWatch;
import io.delaygate.scheduler.control.ReleaseGate;
import io.delaygate.scheduler.control.ThresholdExceeded;
import io.delaygate.scheduler.history.JobHistory;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.outbound.DeadLetters;
import io.delaygate.scheduler.outbound.Deliveries;
import io.delaygate.scheduler.outbound.DeliverySpans;
import io.delaygate.scheduler.outbound.JobEvents;
import io.delaygate.scheduler.outbound.OutgoingRecord;
import io.delaygate.scheduler.outbound.Sinks;
import io.delaygate.scheduler.outbound.Trials;
import io.delaygate.scheduler.rules.CommandRules;
import io.delaygate.scheduler.rules.Decision;
import io.delaygate.scheduler.rules.DecisionTime;
import io.delaygate.scheduler.rules.DueRules;
import io.delaygate.scheduler.rules.Effect;
import io.delaygate.scheduler.rules.TargetAccess;
import io.delaygate.scheduler.store.JobTable;
import io.delaygate.scheduler.targets.TargetJudge;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.service.directory.TopicDirectory;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Executor of effects for one task: writes its stores and sends records to its sinks; it also has
 * due jobs judged by the rules. For the task's thread only.
 */
public final class EffectApplier {
  private static final TargetAccess NOT_ITS_TURN = new TargetAccess.NotItsTurn();

  private final TaskStage stage;
  private final Delivery delivery;
  private final SequenceOrder order;
  private final ChangeRecorder changes;

  /** Creates an executor over a task's stores, which must be restored, and sinks. */
  public EffectApplier(TaskStage stage, Delivery delivery) {
    this.stage = stage;
    this.order = new SequenceOrder(stage.table().sequences());
    this.delivery = delivery;
    this.changes = new ChangeRecorder(delivery.events().instance());
  }

  /**
   * Carries out the decision about a command.
   *
   * @param known the job as it was before; null without one
   * @param by author of the command
   * @return the job as it is now; null without one
   */
  public @Nullable KnownJob apply(
      Decision decision, @Nullable KnownJob known, Actor by, DecisionTime at) {
    var now = known;
    for (var effect : decision.effects()) {
      now =
          effect instanceof Effect.Deliver due
              ? deliver(due, by, at)
              : applyOne(effect, by, at.nowMs());
    }
    order.changed(known, now);
    return now;
  }

  /** A job of a sequence goes by the timeline, where earlier ones may be that are due as well. */
  private KnownJob deliver(Effect.Deliver due, Actor by, DecisionTime at) {
    var job = changes.noted(due.job(), due.event(), by, at.nowMs());
    event(due.event(), job, by, at.nowMs());
    if (job.id().tag() != null) {
      stage.table().put(job);
      return job;
    }
    return wake(job, due.stored(), at).job();
  }

  /**
   * Handles a job whose time has come: delivers it, makes it a dead letter, due again later or
   * expired, or parks it.
   *
   * @param stored the job as the store has it; null without one
   */
  public Woken wake(Job job, @Nullable Job stored, DecisionTime at) {
    delivery.metrics().lookedAt();
    var isBehind = stage.table().sequences().isBehind(job);
    var mayLeave = isBehind || stage.gate().tryPass(job, at.nowMs());
    var access = isBehind ? NOT_ITS_TURN : stage.judge().of(job, at.nowMs());
    KnownJob now = job;
    for (var effect : delivery.rules().decide(job, stored, access, mayLeave, at)) {
      now = applyOne(effect, Actor.SCHEDULER, at.nowMs());
    }
    order.changed(stored, now);
    return mayLeave && access instanceof TargetAccess.Closed closed
        ? new Woken(now, closed.isOfJob(), beginTrial(job, closed, at.nowMs()))
        : new Woken(now, false, false);
  }

  private boolean beginTrial(Job job, TargetAccess.Closed access, long nowMs) {
    var partition = access.partition();
    return partition != null
        && access.source() != TargetAccess.Source.DIRECTORY
        && delivery.trials().begin(record(job, partition, nowMs), job.id(), nowMs);
  }

  /** Whether a job may wait for a turn that came. */
  public boolean hasTurns() {
    return order.hasNext();
  }

  /** The next job whose turn came, to be woken; null for none. Not while jobs are walked over. */
  public @Nullable Job nextTurn() {
    return order.next();
  }

  /** Whether the target is a queue, whose jobs stay here until a worker asks for them. */
  public boolean isQueue(String topic) {
    return stage.judge().isQueue(topic);
  }

  /** Puts a job into its queue, where workers can reserve it. */
  public void offer(Job job, long nowMs) {
    applyOne(new Effect.Offer(job.offered(nowMs)), Actor.SCHEDULER, nowMs);
  }

  /** Whether a topic accepts no job at all. */
  public boolean isClosed(String topic) {
    return stage.judge().isClosed(topic);
  }

  /** Drops a dead letter whose retention is over. */
  public void forget(Job dead, long nowMs) {
    applyOne(CommandRules.discarded(dead), Actor.SCHEDULER, nowMs);
  }

  private KnownJob applyOne(Effect effect, Actor by, long nowMs) {
    if (effect instanceof Effect.Put put) {
      return put(put, by, nowMs);
    } else if (effect instanceof Effect.Emit emit) {
      return emit(emit, nowMs);
    } else if (effect instanceof Effect.EmitAndKeep emit) {
      return emitAndKeep(emit.delivered(), emit.partition(), nowMs);
    } else if (effect instanceof Effect.Offer offer) {
      return keepReady(offer.ready(), nowMs);
    } else if (effect instanceof Effect.DeadLetter letter) {
      return bury(letter.dead(), by, nowMs);
    }
    return end((Effect.End) effect, by, nowMs);
  }

  private Job put(Effect.Put put, Actor by, long nowMs) {
    var job = changes.noted(put.job(), put.event(), by, nowMs);
    stage.table().put(job);
    event(put.event(), job, by, nowMs);
    if (put.event() == JobEvent.PARKED) {
      delivery.metrics().parked(put.job().target().topic());
    } else if (put.event() == JobEvent.RELEASED || put.event() == JobEvent.TIMED_OUT) {
      delivery.metrics().attemptFailed(put.job().target().topic());
      alarm(delivery.failures().failed(put.job().target().topic(), nowMs), nowMs);
    }
    return job;
  }

  /** Sends the record before it removes the job, in one transaction; dead letters likewise. */
  private EndedJob emit(Effect.Emit emit, long nowMs) {
    var ended = EndedJob.of(emit.job(), EndState.DELIVERED, nowMs);
    deliver(emit.job(), emit.partition(), nowMs);
    stage.history().add(ended, emit.isStored());
    delivered(ended, emit.job(), nowMs);
    return ended;
  }

  private Job emitAndKeep(Job job, int partition, long nowMs) {
    deliver(job, partition, nowMs);
    stage.table().put(job);
    delivered(job, job, nowMs);
    return job;
  }

  private Job keepReady(Job job, long nowMs) {
    stage.gate().left(job, nowMs);
    stage.table().put(job);
    delivered(job, job, nowMs);
    return job;
  }

  private void deliver(Job job, int partition, long nowMs) {
    stage.outlets().deliver(delivery.spans().traced(record(job, partition, nowMs), job));
    stage.gate().left(job, nowMs);
  }

  /**
   * Creates the outgoing record. A kept dead letter has its own headers, and no delivery headers.
   */
  private Record<byte[], OutgoingRecord> record(Job job, int partition, long nowMs) {
    return job.target().topic().equals(delivery.deadLetters().topic())
        ? DeadLetters.kept(job, partition, nowMs)
        : Deliveries.of(job, partition, nowMs);
  }

  private void delivered(KnownJob now, Job job, long nowMs) {
    var dueMs = job.times().dueMs();
    delivery.events().delivered(now, nowMs - dueMs, nowMs).ifPresent(stage.outlets()::event);
    delivery.metrics().emitted(job.target().topic(), dueMs, nowMs);
  }

  private Job bury(Job buried, Actor by, long nowMs) {
    var dead = changes.noted(buried, JobEvent.DEAD, by, nowMs);
    stage.outlets().deadLetter(delivery.deadLetters().of(dead, nowMs));
    stage.table().put(dead);
    delivery.trials().ended(dead.id());
    event(JobEvent.DEAD, dead, by, nowMs);
    var reason = dead.died().reason();
    delivery.metrics().deadLettered(dead.target().topic(), reason);
    alarm(delivery.failures().died(dead.target().topic(), reason, nowMs), nowMs);
    return dead;
  }

  private EndedJob end(Effect.End end, Actor by, long nowMs) {
    var event = JobEvent.valueOf(end.state().name());
    var ended =
        changes.noted(
            EndedJob.of(end.job(), end.state(), end.result(), end.note(), nowMs), event, by);
    stage.history().add(ended, end.isStored());
    event(event, ended, by, nowMs);
    if (end.state() == EndState.EXPIRED) {
      delivery.metrics().expired();
    }
    return ended;
  }

  private void alarm(Optional<ThresholdExceeded> alarm, long nowMs) {
    alarm.ifPresent(
        passed -> {
          delivery.metrics().alarmed(passed.topic());
          delivery.events().alarm(passed, nowMs).ifPresent(stage.outlets()::event);
        });
  }

  private void event(JobEvent event, KnownJob job, Actor by, long nowMs) {
    delivery.events().of(event, job, by, nowMs).ifPresent(stage.outlets()::event);
  }

  /**
   * Result of a job whose time had come.
   *
   * @param waitsAlone whether the reason of its wait does not apply to the jobs behind it
   * @param isTried whether a trial of its record is running
   */
  public record Woken(KnownJob job, boolean waitsAlone, boolean isTried) {}

  /** Parts of one task. */
  public record TaskStage(
      JobTable table, JobHistory history, ReleaseGate gate, TargetJudge judge, Sinks outlets) {}

  /** Parts that all tasks share for deliveries. */
  public record Delivery(
      DueRules rules,
      TopicDirectory directory,
      Trials trials,
      DeadLetters deadLetters,
      JobEvents events,
      DeliverySpans spans,
      FailureWatch failures,
      SchedulerMetrics metrics) {}
}
