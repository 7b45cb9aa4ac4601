/**
 * Due engine: wakes a task when a job is due, and walks the timeline.
 *
 * <p>In: the wall clock, by way of one punctuation per task that is set for its next wake. Out: due
 * jobs, handed to the effects in order of priority, wake and id; parked ones, of one target, in
 * order of priority, due time and id. Invariants: no job is delivered early; a run has a budget and
 * reports whether more is waiting; a task with nothing due reads no store, commits nothing and does
 * not wake up. The wake-up timers and the work of its tasks decide how long the stream thread waits
 * for records, and when it commits.
 */
@NullMarked
package io.delaygate.scheduler.due;

import org.jspecify.annotations.NullMarked;
