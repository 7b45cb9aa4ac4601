package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.DeadLetterReason;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.ParkingReason;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.service.directory.TargetCheck;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rules for a job whose time has come, given what is known of its target: it is delivered, or the
 * time of its attempt is over. All checks come before the record is handed to the producer: a
 * failed send would spoil the thread's whole transaction.
 */
public final class DueRules {
  /** No end of the wait: the job waits for an operator, or for its target. */
  private static final long FOR_EVER = Long.MAX_VALUE;

  private static final String PAUSED = "the target is paused, or its rate limit is reached";

  private static final String NOT_ITS_TURN =
      "an earlier job with the same tag and target is not finished";

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
   * Decides about a job whose wake time has come.
   *
   * @param stored the job as the store has it, null for none
   * @param mayLeave whether its target takes jobs now, as operators decided
   * @return empty where nothing changes
   */
  public List<Effect> decide(
      Job job, @Nullable Job stored, TargetAccess target, boolean mayLeave, DecisionTime at) {
    var nowMs = at.nowMs();
    if (nowMs > job.times().expiresMs()) {
      return List.of(expired(job, stored != null, nowMs));
    }
    if (isTimedOut(job)) {
      return List.of(FeedbackRules.timedOut(job, at));
    }
    if (target instanceof TargetAccess.NotItsTurn) {
      var why = new ParkingReason(ReasonCode.EARLIER_JOB_UNFINISHED, NOT_ITS_TURN, nowMs, null);
      return parked(job, stored, FOR_EVER, why);
    }
    if (!mayLeave) {
      var why = new ParkingReason(ReasonCode.TARGET_PAUSED, PAUSED, nowMs, null);
      return parked(job, stored, FOR_EVER, why);
    }
    if (target instanceof TargetAccess.InQueue) {
      return List.of(
          job.isAcknowledged()
              ? new Effect.Offer(job.offered(nowMs))
              : undeliverable(job, TargetCheck.unfitForQueue(job.target().topic()), nowMs));
    }
    if (target instanceof TargetAccess.Open open) {
      return List.of(emit(job, stored != null, open.partition(), nowMs));
    }
    return target instanceof TargetAccess.Never never
        ? List.of(undeliverable(job, never.why(), nowMs))
        : waits(job, stored, (TargetAccess.Closed) target, nowMs);
  }

  /** A job that waits to be reserved does not time out: it is only delivered again. */
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
        new DeadLetterReason(
            ReasonCode.EXPIRED, "the job was not delivered or finished before its expiry");
    return new Effect.DeadLetter(job.dead(why, AttemptEnd.WITHDRAWN, null, nowMs));
  }

  private Effect emit(Job job, boolean isStored, int partition, long nowMs) {
    var retry = job.policy().retry();
    return retry == null
        ? new Effect.Emit(job, isStored, partition)
        : new Effect.EmitAndKeep(
            job.delivered(nowMs, nowMs + waitsMs(job, retry, nowMs)), partition);
  }

  /**
   * A copy that is not reserved waits as long as all copies before it together. A copy makes the
   * leases of the earlier ones void: at even intervals, a reader that is further behind than one of
   * them would find only void leases, and more records with each copy. A day at most, as topics
   * keep records for some days only, and the last copy must be among them.
   */
  private long waitsMs(Job job, RetryPolicy retry, long nowMs) {
    return retry.leaseStart() == LeaseStart.DELIVERY
        ? retry.leaseMs()
        : Math.max(unreservedMs, Math.min(job.attempts().underWayForMs(nowMs), DAY_MS));
  }

  private List<Effect> waits(
      Job job, @Nullable Job stored, TargetAccess.Closed target, long nowMs) {
    var dueMs = job.times().dueMs();
    var untilMs = target.hasEnd() ? dueMs + Math.min(parkMaxMs, Long.MAX_VALUE - dueMs) : FOR_EVER;
    if (nowMs >= untilMs) {
      return List.of(undeliverable(job, gaveUp(target), nowMs));
    }
    var why = new ParkingReason(target.reason(), target.text(), nowMs, target.partition());
    return parked(job, stored, untilMs, why);
  }

  /**
   * Writes a job when it is parked, and when the reason of its wait changes; not each time that its
   * target is checked.
   */
  private static List<Effect> parked(
      Job job, @Nullable Job stored, long untilMs, ParkingReason why) {
    return job.state() == JobState.PARKED && job.equals(stored) && isSame(job.waiting(), why)
        ? List.of()
        : List.of(new Effect.Put(job.parked(untilMs, why), JobEvent.PARKED));
  }

  private static boolean isSame(@Nullable ParkingReason before, ParkingReason now) {
    return before != null
        && before.reason() == now.reason()
        && Objects.equals(before.partition(), now.partition());
  }

  private static Effect undeliverable(Job job, Refusal refusal, long nowMs) {
    var why = new DeadLetterReason(refusal.reason(), refusal.text());
    return new Effect.DeadLetter(job.dead(why, AttemptEnd.WITHDRAWN, null, nowMs));
  }

  private Refusal gaveUp(TargetAccess.Closed target) {
    return new Refusal(
        ReasonCode.TARGET_UNAVAILABLE,
        DelayHeader.TARGET_TOPIC,
        "the target took no record for %d ms after the due time; last reason: %s"
            .formatted(parkMaxMs, target.text()));
  }
}
