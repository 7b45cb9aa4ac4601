package io.delaygate.schemas.job;

import io.delaygate.schemas.contract.JobEvent;
import org.jspecify.annotations.Nullable;

/**
 * One transition of a job.
 *
 * @param atMs epoch milliseconds
 * @param attempt number of its attempt at that time; 0 before the first
 * @param instance scheduler that decided it; null where that is not kept
 */
public record JobChange(
    long atMs, JobEvent event, Actor actor, int attempt, @Nullable String instance) {
  /**
   * Whether a job keeps a change. It does not keep one that its other fields tell: the first
   * schedule by a record, what the scheduler does itself at its time, and attempts, which have
   * their log. So a job that is scheduled by a record and delivered once keeps none.
   */
  boolean isKept() {
    return switch (event) {
      case DELIVERED, TIMED_OUT, EXPIRED, ALARM -> false;
      case SCHEDULED, RELEASED -> !actor.equals(Actor.KAFKA);
      case RESERVED -> !actor.equals(Actor.GATEWAY);
      default -> true;
    };
  }
}
