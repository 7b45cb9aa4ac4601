/**
 * Jobs of queues are given to callers who wait.
 *
 * <p>In: jobs that schedulers show as ready, and callers. Out: jobs with a lease that the scheduler
 * gave, each to one caller. What always holds: a caller gets a job only after the scheduler has
 * given the lease; jobs are reserved only for callers who asked for them; a queue is called empty
 * only after all partitions have said so.
 */
@NullMarked
package io.delaygate.gateway.handout;

import org.jspecify.annotations.NullMarked;
