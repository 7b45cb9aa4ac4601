/**
 * Lag of the command topics by the brokers' own figures, and the transactions that hold it up.
 *
 * <p>In: the partitions that were given to this scheduler, and about each second the offsets of
 * their logs and of the group. Out: how many commands each partition has left to read, and the
 * transactions that have been open for long, with their senders as far as rights allow. What always
 * holds: it is the figure of {@code kafka-consumer-groups.sh --describe}, commands of transactions
 * that are still open included; what the brokers have not told for a while is unknown, and never an
 * old figure; the brokers are asked by threads of its own, so that nobody waits for slow ones.
 */
@NullMarked
package io.delaygate.scheduler.backlog;

import org.jspecify.annotations.NullMarked;
