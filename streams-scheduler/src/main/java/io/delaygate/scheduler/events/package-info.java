/**
 * Transitions of jobs as records of {@code delay-events}, for those who want to follow along.
 *
 * <p>In: what just happened to a job. Out: a JSON record, described by {@code event.schema.json} of
 * the schemas. What always holds: it is in the transaction of the transition; keys are job ids, so
 * that one job's events are in one partition, in their order.
 */
@NullMarked
package io.delaygate.scheduler.events;

import org.jspecify.annotations.NullMarked;
