/**
 * Clients of Kafka Streams: how it polls, sends, commits, and rolls back what one target refuses.
 *
 * <p>In: records of all tasks of a stream thread, in one transaction. Out: the transaction,
 * committed; or rolled back, with what was learnt told to the breaker, and all tasks of the thread
 * revived from the last commit without a new member or a rebalance. What always holds: a
 * transaction with a refused record is never committed; a transactional id whose transaction was
 * rolled back is never used again, so that nothing can publish its records later; who does not own
 * its partitions any more cannot commit.
 */
@NullMarked
package io.delaygate.scheduler.clients;

import org.jspecify.annotations.NullMarked;
