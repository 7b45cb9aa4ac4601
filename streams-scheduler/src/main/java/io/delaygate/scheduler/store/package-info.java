/**
 * Job store of one task: jobs by id, and the same jobs in the order in which something must happen
 * to them.
 *
 * <p>In: puts and deletes of the task's one writer, restore batches, scans. Out: jobs by id, due
 * jobs in order, counts and low watermarks; for readers of other threads, snapshots and listings.
 * Invariants: a job, its index entry, the counts and the low watermarks change in one atomic write;
 * only the job is logged, one changelog record per change; no live entry of the timeline is below
 * the low watermark of its priority; an index of a former layout is rebuilt before it is used; a
 * scan never passes its upper bound; a snapshot shows jobs and index at one moment, and no reader
 * outlives its store.
 */
@NullMarked
package io.delaygate.scheduler.store;

import org.jspecify.annotations.NullMarked;
