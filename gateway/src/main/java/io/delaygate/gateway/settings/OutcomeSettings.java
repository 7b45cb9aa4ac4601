package io.delaygate.gateway.settings;

import java.time.Duration;

/**
 * Settings of the wait for outcomes.
 *
 * @param topic the topic of replies
 * @param timeout longest wait for an outcome once the command is stored
 * @param maxWaiting how many callers may wait at a time
 */
public record OutcomeSettings(String topic, Duration timeout, int maxWaiting) {}
