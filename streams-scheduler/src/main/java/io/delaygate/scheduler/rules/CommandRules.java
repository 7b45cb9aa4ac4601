package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import io.delaygate.schemas.topics.EndpointName;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the effect of a command on a job. Each job has one writer, so every race has one
 * winner.
 */
public final class CommandRules {
  private CommandRules() {}

  /**
   * Decides a command.
   *
   * @param known the job of that id in the store, else how it ended, if that is still known; null
   *     for nothing
   * @param room quota for schedule commands, and for jobs that move to another target; no other
   *     command has one, so that an existing job can always be changed; a dead letter that is
   *     kicked was admitted once
   */
  public static Decision decide(
      Command command, @Nullable KnownJob known, DecisionTime at, PendingQuota room) {
    if (command instanceof Command.Schedule schedule) {
      return schedule(schedule, known, at, room);
    }
    if (command instanceof Command.Feedback feedback) {
      return FeedbackRules.decide(feedback, known, at);
    }
    var change = (Command.Change) command;
    if (!(known instanceof Job stored)) {
      return ended(change, (EndedJob) known);
    }
    var isForDead = change instanceof Command.Kick || change instanceof Command.Discard;
    if (stored.state().isPending() == isForDead) {
      return Decision.of(isForDead ? Outcome.STALE : Outcome.NOT_FOUND);
    }
    if (!isOfVersion(change, stored)) {
      return Decision.of(Outcome.STALE);
    }
    if (isForDead) {
      return dead(change, stored, at);
    }
    var move = change instanceof Command.Reschedule reschedule ? reschedule.move() : null;
    if (move != null && !isPendingFor(move.target().topic(), stored) && !isLeft(move, room)) {
      return Decision.rejected(full(move.target()));
    }
    return pending(change, stored, move != null, at);
  }

  private static Decision dead(Command.Change command, Job letter, DecisionTime at) {
    if (command instanceof Command.Kick kick) {
      var dueMs = kick.when() == null ? at.nowMs() : kick.when().dueMs(at.baseMs());
      var job = letter.kicked(dueMs, kick.maxAttempts(), kick.expiresMs());
      return Decision.of(Outcome.KICKED, keep(job, JobEvent.KICKED, letter, at.nowMs()));
    }
    return Decision.of(Outcome.DISCARDED, discarded(letter));
  }

  /** A dead letter that is dropped, by a command or since it was kept long enough. */
  public static Effect discarded(Job letter) {
    return new Effect.End(letter, true, EndState.DISCARDED, null);
  }

  private static boolean isLeft(Command.Move move, PendingQuota room) {
    return room.isLeft(move.target().topic());
  }

  private static Decision pending(
      Command.Change command, Job stored, boolean hasMove, DecisionTime at) {
    if (command instanceof Command.Cancel) {
      return Decision.of(Outcome.CANCELLED, new Effect.End(stored, true, EndState.CANCELLED, null));
    }
    var job =
        command instanceof Command.Reschedule reschedule
            ? rescheduled(reschedule, stored, at)
            : stored.dueAt(at.nowMs(), at.nowMs());
    var isMoved = hasMove || !job.times().equals(stored.times());
    return isMoved && !stored.hasAttemptLeft()
        ? Decision.of(Outcome.STALE)
        : Decision.of(Outcome.RESCHEDULED, keep(job, JobEvent.RESCHEDULED, stored, at.nowMs()));
  }

  private static Decision schedule(
      Command.Schedule command, @Nullable KnownJob known, DecisionTime at, PendingQuota room) {
    if (known != null && command.ifExists() == IfExists.IGNORE) {
      return Decision.of(Outcome.IGNORED);
    }
    if (known != null && command.ifExists() == IfExists.REJECT) {
      return Decision.rejected(
          new Refusal(
              ReasonCode.JOB_EXISTS, DelayHeader.IF_EXISTS, "a job with this id already exists"));
    }
    var topic = command.target().topic();
    if (!isPendingFor(topic, known) && !room.isLeft(topic)) {
      return Decision.rejected(full(command.target()));
    }
    var job = command.job(at.nowMs(), at.baseMs());
    if (known instanceof Job stored) {
      var next = keep(job.succeeding(stored), JobEvent.REPLACED, stored, at.nowMs());
      return Decision.of(Outcome.REPLACED, next);
    }
    var next = known instanceof EndedJob ended ? job.succeeding(ended) : job;
    return Decision.of(Outcome.SCHEDULED, keep(next, JobEvent.SCHEDULED, null, at.nowMs()));
  }

  /** Such a job makes room for the one that replaces it. */
  private static boolean isPendingFor(String topic, @Nullable KnownJob known) {
    return known instanceof Job job
        && job.state().isPending()
        && job.target().topic().equals(topic);
  }

  private static Refusal full(Target target) {
    return new Refusal(
        ReasonCode.TARGET_FULL,
        target.isEndpoint() ? DelayHeader.TARGET_ENDPOINT : DelayHeader.TARGET_TOPIC,
        "%s has reached its limit of pending jobs".formatted(EndpointName.inWords(target.topic())));
  }

  /**
   * A repeated command is answered like the first, so that a client that missed the answer may ask.
   */
  private static Decision ended(Command.Change command, @Nullable EndedJob known) {
    if (known == null) {
      return Decision.of(Outcome.NOT_FOUND);
    }
    return Decision.of(
        switch (known.state()) {
          case DELIVERED, DONE -> Outcome.ALREADY_DELIVERED;
          case CANCELLED ->
              command instanceof Command.Cancel ? Outcome.CANCELLED : Outcome.NOT_FOUND;
          case DISCARDED ->
              command instanceof Command.Discard ? Outcome.DISCARDED : Outcome.NOT_FOUND;
          case EXPIRED, DEAD -> Outcome.NOT_FOUND;
        });
  }

  private static Job rescheduled(Command.Reschedule command, Job stored, DecisionTime at) {
    var when = command.when();
    var job =
        stored.changed(
            changedPayload(command, stored),
            when == null ? stored.times() : stored.times(when.dueMs(at.baseMs())),
            at.nowMs());
    var move = command.move();
    return move == null ? job : job.movedTo(move.target(), movedPolicy(move, stored), at.nowMs());
  }

  /**
   * A job of an endpoint is repeated whether its sender wanted that or not; on a topic it is then a
   * job as others of the topic. Any other job keeps its retry policy, and gets one for an endpoint.
   */
  private static Policy movedPolicy(Command.Move move, Job stored) {
    var policy = stored.policy();
    if (move.target().isEndpoint()) {
      return policy.retry() == null ? policy.withRetry(move.usual()) : policy;
    }
    return stored.target().isEndpoint() ? policy.withRetry(move.usual()) : policy;
  }

  /** The job with the target and payload after the change, to be checked before it is made. */
  public static Job changed(Command.Reschedule command, Job stored) {
    return rescheduled(command, stored, new DecisionTime(0, 0, 0));
  }

  private static boolean isOfVersion(Command.Change change, Job stored) {
    var wanted = change.ifVersion();
    return wanted == null || wanted == stored.version();
  }

  /** Whether another record would be delivered after the change, so that its target may refuse. */
  public static boolean changesRecord(Command.Reschedule command, Job stored) {
    return stored.state().isPending()
        && isOfVersion(command, stored)
        && (command.value() != null || !command.headers().isEmpty() || command.move() != null);
  }

  /** The payload after the change: what the command leaves out is kept. */
  public static Payload changedPayload(Command.Reschedule command, Job stored) {
    byte @Nullable [] value = command.value() == null ? stored.payload().value() : command.value();
    var headers = command.headers().isEmpty() ? stored.payload().headers() : command.headers();
    return new Payload(value, headers);
  }

  /**
   * A parked job waits for its target, and a delivered one for its worker; giving them a new time
   * makes them scheduled ones.
   */
  static Effect keep(Job job, JobEvent event, @Nullable Job stored, long nowMs) {
    return job.times().wakeMs() <= nowMs && job.state() == JobState.SCHEDULED
        ? new Effect.Deliver(job, event, stored)
        : new Effect.Put(job, event);
  }
}
