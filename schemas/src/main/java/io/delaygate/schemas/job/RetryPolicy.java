package io.delaygate.schemas.job;

import java.time.Duration;

/**
 * Retry policy of an acknowledged job: attempts, lease and backoff.
 *
 * @param maxAttempts attempts before it becomes a dead letter, 1 to {@value #MOST_ATTEMPTS}, or
 *     {@link #UNLIMITED}
 * @param leaseMs how long one attempt may take, milliseconds, 1 to {@link #LONGEST_LEASE}
 * @param leaseStart when the lease begins
 * @param backoff waits after failed attempts
 */
public record RetryPolicy(int maxAttempts, long leaseMs, LeaseStart leaseStart, Backoff backoff) {
  /** More than any backoff needs, and as many as queues of other systems allow. */
  public static final int MOST_ATTEMPTS = 65_535;

  /** The number of attempts of a job that is tried until it is finished, buried or expired. */
  public static final int UNLIMITED = 0;

  /** As long as commands are kept in their topic; a lease must not serve as a schedule. */
  public static final Duration LONGEST_LEASE = Duration.ofDays(7);

  /** Policy of jobs that set {@code delay-ack} only. */
  public static final RetryPolicy USUAL =
      new RetryPolicy(
          5,
          Duration.ofSeconds(60).toMillis(),
          LeaseStart.DELIVERY,
          Backoff.exponential(Duration.ofSeconds(1), Duration.ofHours(1)));

  /** Whether a job has a further attempt after this one, counted from 1; 0 before the first. */
  boolean isAnyAfter(int attempt) {
    return maxAttempts == UNLIMITED || attempt < maxAttempts;
  }

  /** The same with another number of attempts. */
  public RetryPolicy withMaxAttempts(int most) {
    return new RetryPolicy(most, leaseMs, leaseStart, backoff);
  }

  /** Checks the bounds. */
  public RetryPolicy {
    if (maxAttempts < UNLIMITED || maxAttempts > MOST_ATTEMPTS) {
      throw new IllegalArgumentException(
          "%d attempts are not valid; the number must be from 0 to %d"
              .formatted(maxAttempts, MOST_ATTEMPTS));
    }
    if (leaseMs < 1 || leaseMs > LONGEST_LEASE.toMillis()) {
      throw new IllegalArgumentException(
          "a lease of %d ms is not valid; it must be from 1 to %d ms"
              .formatted(leaseMs, LONGEST_LEASE.toMillis()));
    }
  }
}
