package io.delaygate.scheduler.rules;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Quota of pending jobs of a target in one partition. For the task's thread only.
 *
 * @param perTarget 1 or more
 * @param all how many all targets have; asked first, as it costs nothing and nearly always decides
 * @param pending how many a target has
 */
public record PendingQuota(long perTarget, LongSupplier all, ToLongFunction<String> pending) {
  /** Quota without a bound. */
  public static final PendingQuota UNBOUNDED =
      new PendingQuota(Long.MAX_VALUE, () -> 0, topic -> 0);

  /** Whether a target may have one more. */
  boolean isLeft(String topic) {
    return all.getAsLong() < perTarget || pending.applyAsLong(topic) < perTarget;
  }
}
