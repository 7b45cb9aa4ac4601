package io.delaygate.gateway.settings;

import java.time.Duration;

/**
 * How outcomes are waited for.
 *
 * @param topic the topic of replies
 * @param timeout how long one is waited for once the command is stored
 * @param maxWaiting how many callers may wait at a time
 */
public record OutcomeSettings(String topic, Duration timeout, int maxWaiting) {}
