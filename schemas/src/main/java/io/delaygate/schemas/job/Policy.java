package io.delaygate.schemas.job;

import org.jspecify.annotations.Nullable;

/**
 * Delivery policy of a job: priority, expiry, dead letters and retries.
 *
 * @param priority order among jobs that become due together, or are ready in one queue: {@value
 *     #FIRST} is first, {@value #LAST} last
 * @param onExpiry what happens to it after its expiry
 * @param deadLetterTopic topic of its dead letter, a valid name and not one of our own topics; null
 *     for the common topic of dead letters
 * @param retry how it is delivered again until it is finished; null for a job that ends with its
 *     delivery
 */
public record Policy(
    int priority,
    OnExpiry onExpiry,
    @Nullable String deadLetterTopic,
    @Nullable RetryPolicy retry) {
  /** Highest priority. */
  public static final int FIRST = 0;

  /** Lowest priority. People tell ten levels apart, and the number takes one byte. */
  public static final int LAST = 9;

  /**
   * Policy of jobs that set none: its priority is in the middle, so that others can be before and
   * after.
   */
  public static final Policy USUAL = new Policy(5, OnExpiry.DROP, null, null);

  /** Checks the bounds. */
  public Policy {
    if (priority < FIRST || priority > LAST) {
      throw new IllegalArgumentException(
          "priority %d is not valid; it must be from %d to %d".formatted(priority, FIRST, LAST));
    }
  }

  /** The same with another number of attempts; without a retry policy nothing changes. */
  public Policy withMaxAttempts(int most) {
    return retry == null
        ? this
        : new Policy(priority, onExpiry, deadLetterTopic, retry.withMaxAttempts(most));
  }

  /** The same with another retry policy. */
  public Policy withRetry(@Nullable RetryPolicy other) {
    return new Policy(priority, onExpiry, deadLetterTopic, other);
  }

  /** The same with another priority. */
  public Policy withPriority(int other) {
    return new Policy(other, onExpiry, deadLetterTopic, retry);
  }
}
