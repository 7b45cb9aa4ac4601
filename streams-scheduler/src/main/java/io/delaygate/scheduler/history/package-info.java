/**
 * How jobs ended, for a while: so that a late command can be told what became of its job, and a
 * schedule that was sent twice is known as such.
 *
 * <p>In: jobs that end. Out: what is known of an id. What always holds: an end is written in the
 * transaction that ends the job; it is gone, for every reader, when its retention is over.
 */
@NullMarked
package io.delaygate.scheduler.history;

import org.jspecify.annotations.NullMarked;
