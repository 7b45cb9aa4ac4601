package io.delaygate.scheduler.targets;

import io.delaygate.schemas.contract.ReasonCode;

/**
 * Reason why a topic, or one partition of it, gets no records now.
 *
 * @param text one sentence for people, with the broker's words where it gave any
 * @param sinceMs when it began, epoch milliseconds
 * @param nextTryMs when it is tried again, epoch milliseconds
 */
public record Obstacle(ReasonCode reason, String text, long sinceMs, long nextTryMs) {}
