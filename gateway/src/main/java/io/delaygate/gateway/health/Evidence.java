package io.delaygate.gateway.health;

import io.delaygate.gateway.schedulers.InstanceReports;
import org.jspecify.annotations.Nullable;

/**
 * Evidence that the health of an installation is judged by.
 *
 * @param reports of the schedulers; null where none is known
 * @param areKnown whether the gateway was told of schedulers at all
 * @param gateway what this gateway knows itself
 * @param nowMs epoch milliseconds
 */
record Evidence(
    @Nullable InstanceReports reports, boolean areKnown, GatewayFacts gateway, long nowMs) {}
