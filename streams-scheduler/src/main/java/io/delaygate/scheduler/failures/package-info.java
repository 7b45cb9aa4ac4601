/**
 * When the failures of a target are too many.
 *
 * <p>In: each attempt that failed and each job that became a dead letter. Out: an alarm when one of
 * the thresholds that an operator set for the target is passed. What always holds: when a target
 * passes a threshold, some scheduler says so; one that has a part of the partitions says so at that
 * part of the threshold, as the failures of the others are not known to it.
 */
@NullMarked
package io.delaygate.scheduler.failures;

import org.jspecify.annotations.NullMarked;
