/**
 * Metrics, health and readiness for operators.
 *
 * <p>In: counts from the stages, the state of Kafka Streams, what the brokers tell of its stores
 * and topics, and each partition of commands that cannot be read on where reading had stopped. Out:
 * {@code /metrics}, {@code /healthz}, {@code /readyz}, and the log line of what was lost. What
 * always holds: no payload, key or header is shown or logged; each metric is declared once, in
 * {@link io.delaygate.scheduler.ops.SchedulerMeter}; senders cannot make any number of series; a
 * probe is answered without asking the brokers.
 */
@NullMarked
package io.delaygate.scheduler.ops;

import org.jspecify.annotations.NullMarked;
