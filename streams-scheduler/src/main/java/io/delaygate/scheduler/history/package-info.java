/**
 * History of jobs: how each ended, kept for a while and swept out a little at a time.
 *
 * <p>In: jobs that end. Out: what is known of an id. What always holds: an end is written in the
 * transaction that ends the job; it is gone, for every reader, when its retention is over.
 */
@NullMarked
package io.delaygate.scheduler.history;

import org.jspecify.annotations.NullMarked;
