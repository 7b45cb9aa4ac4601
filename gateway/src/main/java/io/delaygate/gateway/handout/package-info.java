/**
 * Jobs of queues are given to callers who wait.
 *
 * <p>In: jobs that schedulers show as ready, and callers. Out: jobs with a lease that the scheduler
 * gave, each to one caller. What always holds: nobody gets a job before the scheduler has said that
 * it is his; nothing is reserved that no caller has asked for; nobody is told that a queue is empty
 * before all partitions have said so.
 */
@NullMarked
package io.delaygate.gateway.handout;

import org.jspecify.annotations.NullMarked;
