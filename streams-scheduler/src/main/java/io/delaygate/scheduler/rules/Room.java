package io.delaygate.scheduler.rules;

import java.util.function.ToLongFunction;

/**
 * How many pending jobs a target may have in one partition. For the task's thread only.
 *
 * @param perTarget 1 or more
 * @param pending how many a target has
 */
public record Room(long perTarget, ToLongFunction<String> pending) {
  /** Room for any number. */
  public static final Room UNBOUNDED = new Room(Long.MAX_VALUE, topic -> 0);

  /** Whether a target may have one more. */
  boolean isLeft(String topic) {
    return pending.applyAsLong(topic) < perTarget;
  }
}
