/**
 * Probes and metrics for operators.
 *
 * <p>In: answered calls, published commands, the state of Kafka. Out: {@code /healthz}, {@code
 * /readyz}, {@code /metrics}. Guarantees: code elsewhere does not count; each metric is declared
 * once, in {@link io.delaygate.gateway.ops.GatewayMeter}; no label takes a value that a caller can
 * choose.
 */
@NullMarked
package io.delaygate.gateway.ops;

import org.jspecify.annotations.NullMarked;
