package io.delaygate.gateway.settings;

import java.time.Duration;

/**
 * How queues are used.
 *
 * @param most how many a namespace may have
 * @param longestWait how long a caller may wait
 * @param lease for how long a worker has a job who does not say it
 */
public record QueueSettings(int most, Duration longestWait, Duration lease) {
  /** Below that, a job would be late already when it arrives. */
  public static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

  /** A lease can be extended; who asks for more than a day wants no lease. */
  public static final Duration LONGEST_LEASE = Duration.ofDays(1);
}
