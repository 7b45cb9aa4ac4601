package io.delaygate.gateway.http;

import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.shutdown.ShutdownSteps;

/**
 * Parts that accompany a gateway from its start to its stop.
 *
 * @param failures of tasks in the background
 * @param opened what is closed by a stop, and by a start that fails
 */
public record Lifetime(BackgroundFailures failures, ShutdownSteps opened) {}
