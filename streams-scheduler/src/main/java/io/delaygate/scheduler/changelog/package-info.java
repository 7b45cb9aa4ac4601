/**
 * Guard of the changelog: whether the topic of that name holds the jobs, and its repair.
 *
 * <p>In: what is written down about it in {@code delay-control}, what the brokers show, and the
 * stores on the local disk. Out: a verdict, before a scheduler joins its group and while it is a
 * member. What always holds: a topic that is gone, made anew or shorter than a store is not used,
 * and the stores that may hold the only copy of jobs stay on the disk.
 */
@NullMarked
package io.delaygate.scheduler.changelog;

import org.jspecify.annotations.NullMarked;
