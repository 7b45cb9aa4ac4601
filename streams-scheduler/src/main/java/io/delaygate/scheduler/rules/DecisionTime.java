package io.delaygate.scheduler.rules;

/**
 * What a decision depends on besides the job.
 *
 * @param baseMs what relative delays count from, epoch milliseconds
 * @param nowMs epoch milliseconds
 * @param chance what jitter is made of, from 0 inclusive to 1 exclusive
 */
public record DecisionTime(long baseMs, long nowMs, double chance) {}
