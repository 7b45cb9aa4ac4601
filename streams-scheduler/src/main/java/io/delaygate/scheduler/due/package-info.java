/**
 * Due engine: wakes a task when a job is due, and walks the timeline.
 *
 * <p>In: the wall clock, by way of one punctuation per task that is set for its next wake. Out: due
 * jobs, handed to the effects in order of priority, wake and id; parked ones, of one target, in
 * order of priority, due time and id. What always holds: never early; a run has a budget and says
 * whether more is waiting; a task with nothing due reads no store, commits nothing and does not
 * wake up. The stream thread waits for records, and commits, as the alarms and the work of its
 * tasks demand.
 */
@NullMarked
package io.delaygate.scheduler.due;

import org.jspecify.annotations.NullMarked;
