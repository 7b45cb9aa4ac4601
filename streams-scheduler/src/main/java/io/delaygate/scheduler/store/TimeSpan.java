package io.delaygate.scheduler.store;

/**
 * Half-open time span of the timeline.
 *
 * @param fromMs epoch milliseconds
 * @param toMs excluded, not before the other
 */
public record TimeSpan(long fromMs, long toMs) {}
