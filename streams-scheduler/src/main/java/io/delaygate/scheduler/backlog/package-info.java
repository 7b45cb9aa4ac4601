/**
 * Lag of the command topics by the brokers' own figures, and the transactions that hold it up.
 *
 * <p>In: the partitions that were given to this scheduler, and about each second the offsets of
 * their logs and of the group. Out: the number of unread commands of each partition, and the
 * transactions that have been open for long, with their senders as far as rights allow. Invariants:
 * the lag equals that of {@code kafka-consumer-groups.sh --describe}, commands of open transactions
 * included; a figure that the brokers did not refresh for a while becomes unknown; the brokers are
 * asked by separate threads, so that no other thread waits for slow ones.
 */
@NullMarked
package io.delaygate.scheduler.backlog;

import org.jspecify.annotations.NullMarked;
