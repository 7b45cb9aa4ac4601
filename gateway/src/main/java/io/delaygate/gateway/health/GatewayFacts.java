package io.delaygate.gateway.health;

import io.delaygate.gateway.endpoints.EndpointHealth;
import io.delaygate.schemas.topics.EndpointName;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Facts that a gateway knows itself. They are read for an answer and must not wait.
 *
 * @param ready why commands are not taken; empty when they are
 * @param outcomes why outcomes are not available; empty when they are
 * @param decisions why decisions about targets are not followed; empty when they are
 * @param certificateExpiresMs end of the certificate, epoch milliseconds; {@link Long#MAX_VALUE}
 *     without one
 * @param broken endpoints whose breaker is not closed, with their calls
 * @param locked endpoints that cannot be called, with the reason
 */
public record GatewayFacts(
    Supplier<Optional<String>> ready,
    Supplier<Optional<String>> outcomes,
    Supplier<Optional<String>> decisions,
    LongSupplier certificateExpiresMs,
    Supplier<Map<EndpointName, EndpointHealth>> broken,
    Supplier<Map<EndpointName, String>> locked) {}
