package io.delaygate.gateway.app;

import io.delaygate.gateway.http.Lifetime;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.settings.GatewaySettings;

/** Parts that a gateway has once, whatever the number of its installations. */
record GatewayParts(
    GatewaySettings settings, Environment given, Lifetime lifetime, GatewayMetrics metrics) {}
