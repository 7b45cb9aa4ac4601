package io.delaygate.gateway.settings;

import java.time.Duration;

/**
 * How queues are used.
 *
 * @param most how many a namespace may have
 * @param longestWait how long a caller may wait
 * @param lease for how long a worker has a job who does not say it
 */
public record QueueSettings(int most, Duration longestWait, Duration lease) {}
