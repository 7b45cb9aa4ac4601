/**
 * Kafka clients of Kafka Streams: how it polls, sends, commits and fences, rolls back what one
 * target refuses, and takes over the partitions of a killed scheduler.
 *
 * <p>In: records of all tasks of a stream thread, in one transaction; at a start the members of the
 * group and the open transactions of former owners. Out: the transaction, committed; or rolled
 * back, with the refusal told to the breaker, and all tasks of the thread revived from the last
 * commit without a new member or a rebalance. Guarantees: a transaction with a refused record is
 * never committed; a transactional id whose transaction was rolled back is never used again, so
 * that nothing can publish its records later; a thread that no longer owns its partitions cannot
 * commit; a take-over aborts only transactions that wrote to partitions of this scheduler, and
 * leaves others to the brokers' time-out.
 */
@NullMarked
package io.delaygate.scheduler.clients;

import org.jspecify.annotations.NullMarked;
