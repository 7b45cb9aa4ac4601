package io.delaygate.service.control;

import org.jspecify.annotations.Nullable;

/**
 * Limits of the HTTP calls, jobs and payloads of a namespace or a token. Null for no limit.
 *
 * @param requestsPerSecond calls of all kinds, 1 to {@value #MOST_PER_SECOND}
 * @param jobsPerSecond jobs scheduled, fired or kicked; each job of a bulk call counts, 1 to
 *     {@value #MOST_PER_SECOND}
 * @param pendingJobs jobs that have not ended, 1 or more
 * @param payloadBytes of one job, 0 or more
 */
public record UsageLimits(
    @Nullable Integer requestsPerSecond,
    @Nullable Integer jobsPerSecond,
    @Nullable Long pendingJobs,
    @Nullable Integer payloadBytes) {
  /** No limits. */
  public static final UsageLimits NONE = new UsageLimits(null, null, null, null);

  /** Header of {@code requestsPerSecond}. */
  public static final String REQUESTS_PER_SECOND = "requests-per-second";

  /** Header of {@code jobsPerSecond}. */
  public static final String JOBS_PER_SECOND = "jobs-per-second";

  /** Header of {@code pendingJobs}. */
  public static final String PENDING_JOBS = "pending-jobs";

  /** Header of {@code payloadBytes}. */
  public static final String PAYLOAD_BYTES = "payload-bytes";

  /** More than a gateway can process. */
  public static final int MOST_PER_SECOND = 1_000_000;

  /** Checks the bounds. */
  public UsageLimits {
    check(REQUESTS_PER_SECOND, requestsPerSecond, 1, MOST_PER_SECOND);
    check(JOBS_PER_SECOND, jobsPerSecond, 1, MOST_PER_SECOND);
    check(PENDING_JOBS, pendingJobs, 1, Long.MAX_VALUE);
    check(PAYLOAD_BYTES, payloadBytes, 0, Integer.MAX_VALUE);
  }

  private static void check(String name, @Nullable Number value, long least, long most) {
    if (value != null && (value.longValue() < least || value.longValue() > most)) {
      throw new IllegalArgumentException(
          "%s %d is not valid; it must be from %d to %d"
              .formatted(name, value.longValue(), least, most));
    }
  }
}
