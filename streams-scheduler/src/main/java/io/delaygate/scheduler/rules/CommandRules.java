package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import org.jspecify.annotations.Nullable;

/** What a command does to a job. One writer per job asks, so every race has one winner. */
public final class CommandRules {
  private CommandRules() {}

  /**
   * Decides a command.
   *
   * @param stored the job of that id, null for none
   * @param baseMs what relative delays count from, epoch milliseconds
   * @param nowMs epoch milliseconds
   */
  public static Decision decide(Command command, @Nullable Job stored, long baseMs, long nowMs) {
    if (command instanceof Command.Schedule schedule) {
      return schedule(schedule, stored, baseMs, nowMs);
    }
    if (stored == null) {
      return Decision.of(Outcome.NOT_FOUND);
    }
    if (command instanceof Command.Cancel) {
      return Decision.of(Outcome.CANCELLED, new Effect.Remove(stored));
    }
    var changed =
        command instanceof Command.Reschedule reschedule
            ? rescheduled(reschedule, stored, baseMs)
            : stored.dueAt(nowMs);
    return Decision.of(Outcome.RESCHEDULED, keep(changed, stored, nowMs));
  }

  private static Decision schedule(
      Command.Schedule command, @Nullable Job stored, long baseMs, long nowMs) {
    var times = JobTimes.due(nowMs, command.when().dueMs(baseMs));
    var job = Job.scheduled(command.id(), times, command.target(), command.payload());
    return stored == null
        ? Decision.of(Outcome.SCHEDULED, keep(job, null, nowMs))
        : Decision.of(Outcome.REPLACED, keep(job.succeeding(stored), stored, nowMs));
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
    return job.times().wakeMs() <= nowMs
        ? new Effect.Deliver(job, stored)
        : new Effect.Put(job, stored);
  }
}
