/**
 * History of jobs: how each ended, kept for a while and swept out a little at a time.
 *
 * <p>In: jobs that end. Out: the end of a job by its id. Invariants: an end is written in the
 * transaction that ends the job; no reader sees it after its retention.
 */
@NullMarked
package io.delaygate.scheduler.history;

import org.jspecify.annotations.NullMarked;
