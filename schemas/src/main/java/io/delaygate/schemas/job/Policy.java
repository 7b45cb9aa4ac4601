package io.delaygate.schemas.job;

import org.jspecify.annotations.Nullable;

/**
 * How a job wants to be treated, besides when and where it is delivered.
 *
 * @param priority order among jobs that become due together, or are ready in one queue: {@value
 *     #FIRST} is first, {@value #LAST} last
 * @param onExpiry what becomes of it after its expiry
 * @param deadLetterTopic where its dead letter goes, a legal topic name that is none of our own;
 *     null for the topic of all dead letters
 * @param retry how often it is delivered until it is finished; null for a job that ends with its
 *     delivery
 */
public record Policy(
    int priority,
    OnExpiry onExpiry,
    @Nullable String deadLetterTopic,
    @Nullable RetryPolicy retry) {
  /** Before all others. */
  public static final int FIRST = 0;

  /** After all others. One decimal digit is as much as people tell apart, and takes one byte. */
  public static final int LAST = 9;

  /** Of jobs that ask for nothing: in the middle, so that others can be before and after them. */
  public static final Policy USUAL = new Policy(5, OnExpiry.DROP, null, null);

  /** Checks the bounds. */
  public Policy {
    if (priority < FIRST || priority > LAST) {
      throw new IllegalArgumentException(
          "priority %d is not between %d and %d".formatted(priority, FIRST, LAST));
    }
  }

  /** The same with another number of attempts; a job that has none stays without. */
  public Policy withMaxAttempts(int most) {
    return retry == null
        ? this
        : new Policy(priority, onExpiry, deadLetterTopic, retry.withMaxAttempts(most));
  }

  /** The same with another priority. */
  public Policy withPriority(int other) {
    return new Policy(other, onExpiry, deadLetterTopic, retry);
  }
}
