/**
 * Guard of the changelog: whether the topic of that name holds the jobs, and its repair.
 *
 * <p>In: the note about it in {@code delay-control}, the brokers' answers, and the stores on the
 * local disk. Out: a verdict, before a scheduler joins its group and while it is a member.
 * Invariants: a topic that is missing, recreated or shorter than a store is not used, and stores
 * that may hold the only copy of jobs stay on the disk.
 */
@NullMarked
package io.delaygate.scheduler.changelog;

import org.jspecify.annotations.NullMarked;
