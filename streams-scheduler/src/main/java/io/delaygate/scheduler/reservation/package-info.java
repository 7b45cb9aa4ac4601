/**
 * Reservations of ready jobs of queues, asked for over HTTP.
 *
 * <p>In: requests of gateways, from any thread. Out: the reserved jobs, returned when the
 * transaction that reserves them is committed. Invariant: only the thread of the task changes a
 * job.
 */
@NullMarked
package io.delaygate.scheduler.reservation;

import org.jspecify.annotations.NullMarked;
