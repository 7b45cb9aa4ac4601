package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.KnownJob;
import org.jspecify.annotations.Nullable;

/** What people do with dead letters. */
final class DeadLetterRules {
  private DeadLetterRules() {}

  static Decision decide(Command.Change command, @Nullable KnownJob known, Moment at) {
    if (!(known instanceof Job job)) {
      return ended(command, (EndedJob) known);
    }
    if (job.state() != JobState.DEAD || CommandRules.isStale(command, job)) {
      return Decision.of(Outcome.STALE);
    }
    return command instanceof Command.Kick
        ? Decision.of(
            Outcome.KICKED, new Effect.Deliver(job.kicked(at.nowMs()), JobEvent.KICKED, job))
        : Decision.of(Outcome.DISCARDED, discarded(job));
  }

  /** A dead letter that is dropped, by a command or since it was kept long enough. */
  static Effect discarded(Job job) {
    return new Effect.End(job, true, EndState.DISCARDED, null);
  }

  /** A repeated discard is answered like the first. */
  private static Decision ended(Command.Change command, @Nullable EndedJob known) {
    var state = known == null ? null : known.state();
    if (state == EndState.DELIVERED || state == EndState.DONE) {
      return Decision.of(Outcome.ALREADY_DELIVERED);
    }
    return Decision.of(
        state == EndState.DISCARDED && command instanceof Command.Discard
            ? Outcome.DISCARDED
            : Outcome.NOT_FOUND);
  }
}
