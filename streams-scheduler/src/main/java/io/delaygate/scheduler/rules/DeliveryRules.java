package io.delaygate.scheduler.rules;

import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.directory.TopicStatus;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a job that is due, given what is known of its target. All checks come before the
 * record is handed to the producer: a failed send would spoil the thread's whole transaction.
 */
public final class DeliveryRules {
  private final long parkMaxMs;

  /**
   * Rules with a bound on parking.
   *
   * @param parkMaxMs how long after its due time a job waits for its target, milliseconds
   */
  public DeliveryRules(long parkMaxMs) {
    this.parkMaxMs = parkMaxMs;
  }

  /**
   * Decides about a due job.
   *
   * @param stored the job as the store has it, null for none
   * @return empty when nothing can be said because the directory could not be read: ask again
   */
  public Optional<List<Effect>> decide(
      Job job, @Nullable Job stored, TopicStatus target, long nowMs) {
    if (nowMs > job.times().expiresMs()) {
      return Optional.of(List.of(new Effect.End(job, stored != null, EndState.EXPIRED)));
    }
    if (target instanceof TopicStatus.Unreadable) {
      return Optional.empty();
    }
    if (target instanceof TopicStatus.Writable writable
        && !TargetCheck.lacksPartition(job.target(), writable)) {
      return Optional.of(List.of(writable(job, stored != null, writable)));
    }
    return Optional.of(unavailable(job, stored, nowMs));
  }

  private static Effect writable(Job job, boolean isStored, TopicStatus.Writable target) {
    return TargetCheck.tooLarge(job.id(), job.target(), job.payload(), target)
        .<Effect>map(refusal -> new Effect.DeadLetter(job, isStored, refusal))
        .orElseGet(() -> new Effect.Emit(job, isStored));
  }

  private List<Effect> unavailable(Job job, @Nullable Job stored, long nowMs) {
    var dueMs = job.times().dueMs();
    var untilMs = dueMs + Math.min(parkMaxMs, Long.MAX_VALUE - dueMs);
    if (nowMs >= untilMs) {
      return List.of(new Effect.DeadLetter(job, stored != null, gaveUp(job)));
    }
    var isParked = job.state() == JobState.PARKED && job.equals(stored);
    return isParked ? List.of() : List.of(new Effect.Put(job.parked(untilMs)));
  }

  private Refusal gaveUp(Job job) {
    return new Refusal(
        ReasonCode.TARGET_UNAVAILABLE,
        DelayHeader.TARGET_TOPIC,
        "topic '%s' was missing or not writable for %d ms after the due time"
            .formatted(job.target().topic(), parkMaxMs));
  }
}
