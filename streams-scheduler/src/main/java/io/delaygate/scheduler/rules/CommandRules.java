package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Payload;
import org.jspecify.annotations.Nullable;

/** What a command does to a job. One writer per job asks, so every race has one winner. */
public final class CommandRules {
  private CommandRules() {}

  /**
   * Decides a command.
   *
   * @param known the pending job of that id, else how it ended, if that is still known; null for
   *     nothing
   * @param baseMs what relative delays count from, epoch milliseconds
   * @param nowMs epoch milliseconds
   */
  public static Decision decide(
      Command command, @Nullable KnownJob known, long baseMs, long nowMs) {
    if (command instanceof Command.Schedule schedule) {
      return schedule(schedule, known, baseMs, nowMs);
    }
    if (!(known instanceof Job stored)) {
      return ended(command, (EndedJob) known);
    }
    if (command instanceof Command.Cancel cancel) {
      return isStale(cancel.ifVersion(), stored)
          ? Decision.of(Outcome.STALE)
          : Decision.of(Outcome.CANCELLED, new Effect.End(stored, true, EndState.CANCELLED));
    }
    if (command instanceof Command.Reschedule reschedule) {
      return isStale(reschedule.ifVersion(), stored)
          ? Decision.of(Outcome.STALE)
          : changed(rescheduled(reschedule, stored, baseMs), stored, nowMs);
    }
    return isStale(((Command.Fire) command).ifVersion(), stored)
        ? Decision.of(Outcome.STALE)
        : changed(stored.dueAt(nowMs), stored, nowMs);
  }

  private static Decision schedule(
      Command.Schedule command, @Nullable KnownJob known, long baseMs, long nowMs) {
    if (known != null && command.ifExists() == IfExists.IGNORE) {
      return Decision.of(Outcome.IGNORED);
    }
    if (known != null && command.ifExists() == IfExists.REJECT) {
      return Decision.rejected(
          new Refusal(
              ReasonCode.JOB_EXISTS, DelayHeader.IF_EXISTS, "there is a job of this id already"));
    }
    var times = JobTimes.due(nowMs, command.when().dueMs(baseMs)).expiring(command.expiresMs());
    var job =
        Job.scheduled(command.id(), times, command.target(), command.payload(), command.policy());
    return known instanceof Job stored
        ? Decision.of(Outcome.REPLACED, keep(job.succeeding(stored), stored, nowMs))
        : Decision.of(Outcome.SCHEDULED, keep(job, null, nowMs));
  }

  /** A repeated cancel is answered like the first, so that whoever missed the answer may ask. */
  private static Decision ended(Command command, @Nullable EndedJob known) {
    var state = known == null ? null : known.state();
    if (state == EndState.DELIVERED) {
      return Decision.of(Outcome.ALREADY_DELIVERED);
    }
    return Decision.of(
        state == EndState.CANCELLED && command instanceof Command.Cancel
            ? Outcome.CANCELLED
            : Outcome.NOT_FOUND);
  }

  private static boolean isStale(@Nullable Long ifVersion, Job stored) {
    return ifVersion != null && ifVersion != stored.version();
  }

  private static Decision changed(Job job, Job stored, long nowMs) {
    return Decision.of(Outcome.RESCHEDULED, keep(job, stored, nowMs));
  }

  private static Job rescheduled(Command.Reschedule command, Job stored, long baseMs) {
    var when = command.when();
    return stored.changed(
        changedPayload(command, stored),
        when == null ? stored.times() : stored.times(when.dueMs(baseMs)));
  }

  /** What a job would deliver after the change: what the command leaves out is kept. */
  public static Payload changedPayload(Command.Reschedule command, Job stored) {
    byte @Nullable [] value = command.value() == null ? stored.payload().value() : command.value();
    var headers = command.headers().isEmpty() ? stored.payload().headers() : command.headers();
    return new Payload(value, headers);
  }

  /** A parked job waits for its target, not for its time; giving it a new time unparks it. */
  private static Effect keep(Job job, @Nullable Job stored, long nowMs) {
    return job.times().wakeMs() <= nowMs ? new Effect.Deliver(job, stored) : new Effect.Put(job);
  }
}
