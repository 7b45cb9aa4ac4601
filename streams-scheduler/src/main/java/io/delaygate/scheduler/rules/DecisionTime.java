package io.delaygate.scheduler.rules;

/**
 * Times and random number that a decision depends on besides the job.
 *
 * @param baseMs start of relative delays, epoch milliseconds
 * @param nowMs epoch milliseconds
 * @param chance random number for jitter, from 0 inclusive to 1 exclusive
 */
public record DecisionTime(long baseMs, long nowMs, double chance) {}
