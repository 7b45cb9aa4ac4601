/**
 * Metrics, health and readiness for operators.
 *
 * <p>In: counts from the stages, the state of Kafka Streams, the brokers' answers about its stores
 * and topics, and each command partition whose reading cannot continue at the last position. Out:
 * {@code /metrics}, {@code /healthz}, {@code /readyz}, and the log line about lost commands.
 * Invariants: no payload, key or header is shown or logged; each metric is declared once, in {@link
 * io.delaygate.scheduler.ops.SchedulerMeter}; the number of series is limited, whatever senders
 * send; a probe is answered without a call to the brokers.
 */
@NullMarked
package io.delaygate.scheduler.ops;

import org.jspecify.annotations.NullMarked;
