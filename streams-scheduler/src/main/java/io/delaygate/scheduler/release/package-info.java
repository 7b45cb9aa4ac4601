/**
 * Which due jobs may leave now: operators pause targets, and bound how many deliveries a second
 * they get.
 *
 * <p>In: a due job, what is decided about its target, the time. Out: whether it may leave. What
 * always holds: over any ten seconds a target gets no more than its rate from all partitions
 * together, whoever they belong to meanwhile, but for one delivery of each partition; other targets
 * are not touched. A pause with an end is over in the millisecond that it names.
 */
@NullMarked
package io.delaygate.scheduler.release;

import org.jspecify.annotations.NullMarked;
