package io.delaygate.harness.fuzz;

import org.jspecify.annotations.Nullable;

/**
 * Caller of a gateway.
 *
 * @param name for the report
 * @param port of the gateway
 * @param token null for none
 * @param namespace whose jobs it sees
 * @param weight how often it calls, in relation to others
 */
public record CallerKind(
    String name, int port, @Nullable String token, String namespace, int weight) {}
