/**
 * Records that leave a task: deliveries, dead letters, rerouted commands, replies and events.
 *
 * <p>In: jobs whose delivery was decided, rejected commands, outcomes and transitions of jobs. Out:
 * records of target topics, {@code delay-dead-letters}, {@code delay-rerouted}, reply topics and
 * {@code delay-events}. Guarantees: no delivery leaves before its due time; key, value and headers
 * are the caller's bytes, plus {@code delay-job-*}; each record is in the transaction of the change
 * that it reports, so that a {@code read_committed} consumer may rely on it; if a reply topic takes
 * no answer, the answer is lost, but not the change.
 */
@NullMarked
package io.delaygate.scheduler.outbound;

import org.jspecify.annotations.NullMarked;
