/**
 * What an operator sees: metrics, health and readiness.
 *
 * <p>In: counts from the stages, the state of Kafka Streams. Out: {@code /metrics}, {@code
 * /healthz}, {@code /readyz}. What always holds: no payload, key or header is shown or logged; a
 * metric is declared once, with its unit and doc.
 */
@NullMarked
package io.delaygate.scheduler.ops;

import org.jspecify.annotations.NullMarked;
