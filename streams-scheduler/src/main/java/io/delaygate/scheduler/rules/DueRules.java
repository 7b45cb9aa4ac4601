package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.directory.TopicStatus;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Death;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a job whose time has come, given what is known of its target: it is delivered, or
 * the time of its attempt is over. All checks come before the record is handed to the producer: a
 * failed send would spoil the thread's whole transaction.
 */
public final class DueRules {
  /** What an operator stopped waits for an operator. */
  private static final long FOR_EVER = Long.MAX_VALUE;

  private static final long DAY_MS = Duration.ofDays(1).toMillis();

  private final long parkMaxMs;
  private final long unreservedMs;

  /**
   * Rules with their bounds.
   *
   * @param parkMaxMs how long after its due time a job waits for its target, milliseconds
   * @param unreservedMs how long a delivered job waits to be reserved before it is delivered again
   *     for the first time, milliseconds
   */
  public DueRules(long parkMaxMs, long unreservedMs) {
    this.parkMaxMs = parkMaxMs;
    this.unreservedMs = unreservedMs;
  }

  /**
   * Decides about a job whose wake has come.
   *
   * @param stored the job as the store has it, null for none
   * @param mayLeave whether its target takes jobs now, as operators decided
   * @return empty when nothing can be said because the directory could not be read: ask again
   */
  public Optional<List<Effect>> decide(
      Job job, @Nullable Job stored, TopicStatus target, boolean mayLeave, Moment at) {
    var nowMs = at.nowMs();
    if (nowMs > job.times().expiresMs()) {
      return Optional.of(List.of(expired(job, stored != null, nowMs)));
    }
    if (isTimedOut(job)) {
      return Optional.of(List.of(FeedbackRules.timedOut(job, at)));
    }
    if (!mayLeave) {
      return Optional.of(parked(job, stored, FOR_EVER));
    }
    if (target instanceof TopicStatus.Unreadable) {
      return Optional.empty();
    }
    if (target instanceof TopicStatus.Writable writable
        && !TargetCheck.lacksPartition(job.target(), writable)) {
      return Optional.of(List.of(writable(job, stored != null, writable, nowMs)));
    }
    return Optional.of(unavailable(job, stored, nowMs));
  }

  /** Nobody's time runs while a job waits to be reserved: it is only delivered again. */
  private static boolean isTimedOut(Job job) {
    var retry = job.policy().retry();
    return job.state() == JobState.RESERVED
        || (job.state() == JobState.READY
            && retry != null
            && retry.leaseStart() == LeaseStart.DELIVERY);
  }

  private static Effect expired(Job job, boolean isStored, long nowMs) {
    if (job.policy().onExpiry() == OnExpiry.DROP) {
      return new Effect.End(job, isStored, EndState.EXPIRED, null);
    }
    var why =
        new Death(ReasonCode.EXPIRED, "it was not delivered, or not finished, before its expiry");
    return new Effect.DeadLetter(job.dead(why, AttemptEnd.WITHDRAWN, null, nowMs));
  }

  private Effect writable(Job job, boolean isStored, TopicStatus.Writable target, long nowMs) {
    return TargetCheck.tooLarge(job, target)
        .<Effect>map(refusal -> undeliverable(job, refusal, nowMs))
        .orElseGet(() -> emit(job, isStored, nowMs));
  }

  private Effect emit(Job job, boolean isStored, long nowMs) {
    var retry = job.policy().retry();
    return retry == null
        ? new Effect.Emit(job, isStored)
        : new Effect.EmitAndKeep(job.delivered(nowMs, nowMs + waitsMs(job, retry, nowMs)));
  }

  /**
   * Each copy that nobody reserved waits as long as all before it together. A copy makes the leases
   * of the earlier ones void: at even intervals readers that are further behind than one of them
   * would find nothing but void leases, and more records with each. A day at most, as topics keep
   * records for some days only, and the last copy must be among them.
   */
  private long waitsMs(Job job, RetryPolicy retry, long nowMs) {
    return retry.leaseStart() == LeaseStart.DELIVERY
        ? retry.leaseMs()
        : Math.max(unreservedMs, Math.min(job.attempts().underWayForMs(nowMs), DAY_MS));
  }

  private List<Effect> unavailable(Job job, @Nullable Job stored, long nowMs) {
    var dueMs = job.times().dueMs();
    var untilMs = dueMs + Math.min(parkMaxMs, Long.MAX_VALUE - dueMs);
    if (nowMs >= untilMs) {
      return List.of(undeliverable(job, gaveUp(job), nowMs));
    }
    return parked(job, stored, untilMs);
  }

  /** Written once, however often its target is looked at. */
  private static List<Effect> parked(Job job, @Nullable Job stored, long untilMs) {
    var isParked = job.state() == JobState.PARKED && job.equals(stored);
    return isParked
        ? List.of()
        : List.of(new Effect.Put(job.parked(untilMs, null), JobEvent.PARKED));
  }

  private static Effect undeliverable(Job job, Refusal refusal, long nowMs) {
    var why = new Death(refusal.reason(), refusal.text());
    return new Effect.DeadLetter(job.dead(why, AttemptEnd.WITHDRAWN, null, nowMs));
  }

  private Refusal gaveUp(Job job) {
    return new Refusal(
        ReasonCode.TARGET_UNAVAILABLE,
        DelayHeader.TARGET_TOPIC,
        "topic '%s' was missing, denied or not writable for %d ms after the due time"
            .formatted(job.target().topic(), parkMaxMs));
  }
}
