package io.delaygate.gateway.app;

import io.delaygate.gateway.http.Lifetime;
import io.delaygate.gateway.ops.GatewayMetrics;
import io.delaygate.gateway.settings.GatewaySettings;

/** Settings, environment, lifetime and metrics that all installations of a gateway share. */
record GatewayParts(
    GatewaySettings settings, Environment given, Lifetime lifetime, GatewayMetrics metrics) {}
