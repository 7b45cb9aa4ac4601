/**
 * Queues: dispatch of ready jobs to waiting workers, feedback on attempts, peek, counts and
 * administration.
 *
 * <p>In: names of queues in paths, calls of workers, and the jobs that schedulers show as ready.
 * Out: jobs with a lease that a scheduler gave, each to one caller, and commands about attempts.
 * Guarantees: a caller gets a job only after the scheduler has given the lease; jobs are reserved
 * only for callers that asked for them; a queue is reported empty only after all partitions have
 * reported it; no caller reaches a queue of another namespace.
 */
@NullMarked
package io.delaygate.gateway.queues;

import org.jspecify.annotations.NullMarked;
