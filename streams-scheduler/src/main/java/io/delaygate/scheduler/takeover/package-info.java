/**
 * How a scheduler comes by the partitions of one that is gone.
 *
 * <p>In: while this scheduler's tasks are being handed over, the open transactions and the members
 * of its group. Out: the transactions whose stream thread is no member any more are ended. What
 * always holds: one of a member is never touched; where it cannot be told whose they are, the
 * brokers' time-out ends them as if nobody had looked.
 */
@NullMarked
package io.delaygate.scheduler.takeover;

import org.jspecify.annotations.NullMarked;
