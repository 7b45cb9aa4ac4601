/**
 * Decisions of operators about targets, carried out: pause, release rate, and alarm on failures.
 *
 * <p>In: a due job, an attempt that failed or a job that became a dead letter; the decisions about
 * its target; the time. Out: whether the job may leave now, and an alarm when a threshold is
 * passed. Guarantees: over any ten seconds a target gets no more than its rate from all partitions
 * together, whichever scheduler owns them meanwhile, plus one delivery of each partition; other
 * targets are not touched; a pause with an end is over in the millisecond that it names; when a
 * target passes a threshold, at least one scheduler raises the alarm, at its share of the
 * threshold.
 */
@NullMarked
package io.delaygate.scheduler.control;

import org.jspecify.annotations.NullMarked;
