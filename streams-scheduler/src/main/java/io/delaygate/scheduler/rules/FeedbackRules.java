package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.DeadLetterReason;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.RetryPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the feedback of workers on acknowledged jobs, and for attempts that time out. Only
 * feedback with the current lease counts, so that a worker that was too slow changes nothing.
 */
final class FeedbackRules {
  private FeedbackRules() {}

  static Decision decide(Command.Feedback command, @Nullable KnownJob known, DecisionTime at) {
    if (!(known instanceof Job job)) {
      return ended(command, (EndedJob) known);
    }
    if (!job.state().isUnderWay()
        || !speaksFor(command.claim(), job.lease(), job.attempts().number())) {
      return Decision.of(Outcome.STALE);
    }
    if (command instanceof Command.Reserve reserve) {
      return reserve(reserve, job, at.nowMs());
    } else if (command instanceof Command.Finish finish) {
      return Decision.of(
          Outcome.DONE, new Effect.End(job, true, EndState.DONE, finish.result(), finish.note()));
    } else if (command instanceof Command.Extend extend) {
      var untilMs = at.nowMs() + leaseMs(extend.leaseMs(), job);
      return Decision.of(
          Outcome.EXTENDED, new Effect.Put(job.extended(untilMs), JobEvent.EXTENDED));
    } else if (command instanceof Command.Release release) {
      return Decision.of(Outcome.RELEASED, release(release, job, at));
    } else if (command instanceof Command.HandBack) {
      return handBack(job, at.nowMs());
    }
    var why = new DeadLetterReason(ReasonCode.BURIED, "a worker gave the job up");
    var failure = ((Command.Bury) command).failure();
    return Decision.of(
        Outcome.BURIED,
        new Effect.DeadLetter(job.dead(why, AttemptEnd.BURIED, failure, at.nowMs())));
  }

  /**
   * A repeated finish is answered like the first, so that a worker that missed the answer may ask.
   */
  private static Decision ended(Command.Feedback command, @Nullable EndedJob known) {
    if (known == null) {
      return Decision.of(Outcome.NOT_FOUND);
    }
    var isRepeated =
        known.state() == EndState.DONE
            && command instanceof Command.Finish
            && speaksFor(command.claim(), known.lease(), known.attempts().number());
    return Decision.of(isRepeated ? Outcome.DONE : Outcome.STALE);
  }

  private static boolean speaksFor(Command.Claim claim, String lease, int attempt) {
    var named = claim.attempt();
    return claim.lease().equals(lease) && (named == null || named == attempt);
  }

  private static Decision reserve(Command.Reserve command, Job job, long nowMs) {
    if (job.state() == JobState.RESERVED) {
      return Decision.of(Outcome.STALE);
    }
    var untilMs = nowMs + leaseMs(command.leaseMs(), job);
    return Decision.of(
        Outcome.RESERVED, new Effect.Put(job.reserved(nowMs, untilMs), JobEvent.RESERVED));
  }

  /** Even the last attempt is given back: it was not used up. Only a reserved one has a holder. */
  private static Decision handBack(Job job, long nowMs) {
    if (job.state() != JobState.RESERVED) {
      return Decision.of(Outcome.STALE);
    }
    return Decision.of(
        Outcome.RELEASED, CommandRules.keep(job.handedBack(nowMs), JobEvent.RELEASED, job, nowMs));
  }

  private static Effect release(Command.Release command, Job job, DecisionTime at) {
    if (!job.hasAttemptLeft()) {
      return exhausted(job, AttemptEnd.RELEASED, command.failure(), at.nowMs());
    }
    var when = command.when();
    var dueMs = when == null ? nextMs(job, at) : when.dueMs(at.baseMs());
    var again = job.retried(dueMs, AttemptEnd.RELEASED, command.failure(), at.nowMs());
    return CommandRules.keep(again, JobEvent.RELEASED, job, at.nowMs());
  }

  /** The time of an attempt is over: the job is due again, or dead. */
  static Effect timedOut(Job job, DecisionTime at) {
    if (!job.hasAttemptLeft()) {
      return exhausted(job, AttemptEnd.TIMED_OUT, null, at.nowMs());
    }
    var again = job.retried(nextMs(job, at), AttemptEnd.TIMED_OUT, null, at.nowMs());
    return new Effect.Put(again, JobEvent.TIMED_OUT);
  }

  private static Effect exhausted(Job job, AttemptEnd end, @Nullable String failure, long nowMs) {
    var why =
        new DeadLetterReason(
            ReasonCode.ATTEMPTS_EXHAUSTED,
            "the job was delivered %d times and not finished".formatted(job.attempts().number()));
    return new Effect.DeadLetter(job.dead(why, end, failure, nowMs));
  }

  private static long nextMs(Job job, DecisionTime at) {
    return at.nowMs() + retry(job).backoff().waitMs(job.attempts().number(), at.chance());
  }

  private static long leaseMs(@Nullable Long asked, Job job) {
    return asked == null ? retry(job).leaseMs() : asked;
  }

  /** Only acknowledged jobs are under way. */
  private static RetryPolicy retry(Job job) {
    return Objects.requireNonNull(job.policy().retry(), "a delivered job must have a retry policy");
  }
}
