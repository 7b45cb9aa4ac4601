/**
 * Intake of commands: records of {@code delay-requests} become commands of this partition, are
 * rerouted, or rejected.
 *
 * <p>In: raw records, from clients of any language. Out: a command for the rules, a record for
 * another partition, or a dead letter. Invariants: the client's partitioner is never trusted; no
 * record stops the partition.
 */
@NullMarked
package io.delaygate.scheduler.intake;

import org.jspecify.annotations.NullMarked;
