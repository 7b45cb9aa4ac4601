package io.delaygate.gateway.settings;

import java.time.Duration;

/**
 * Settings of queues.
 *
 * @param most how many queues a namespace may have
 * @param longestWait how long a caller may wait
 * @param lease of jobs that do not say it, where a reservation does not either
 */
public record QueueSettings(int most, Duration longestWait, Duration lease) {
  /** With a shorter lease, a job would be late already when it arrives. */
  public static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

  /** Longest lease of one request; a worker can extend it. */
  public static final Duration LONGEST_LEASE = Duration.ofDays(1);
}
