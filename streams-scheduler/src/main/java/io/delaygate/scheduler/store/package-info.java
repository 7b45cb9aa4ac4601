/**
 * Job store of one task: jobs by id, and the same jobs in the order in which something must happen
 * to them.
 *
 * <p>In: puts and deletes of the task's one writer, restore batches, scans. Out: jobs by id, due
 * jobs in order, counts and the cursor; for readers of other threads, snapshots and listings. What
 * always holds: a job and its place in the index change in one atomic write, and counts and cursor
 * with it; only the job is logged, one changelog record per change; no live entry of the timeline
 * lies below the cursor of its priority; an index of a former layout is made anew before it is
 * used; a scan never walks past its upper bound; a snapshot is one moment of jobs and index, and no
 * reader outlives its store.
 */
@NullMarked
package io.delaygate.scheduler.store;

import org.jspecify.annotations.NullMarked;
