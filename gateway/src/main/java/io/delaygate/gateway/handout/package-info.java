/**
 * Jobs of queues are given to callers who wait.
 *
 * <p>In: records of queues, read with a share group, and callers. Out: jobs with a lease that the
 * scheduler gave, each to one caller. What always holds: nobody gets a job before the scheduler has
 * said that it is his; a record is accepted only then; what nobody takes goes back without an
 * attempt; nothing is read of a queue that nobody asks for.
 */
@NullMarked
package io.delaygate.gateway.handout;

import org.jspecify.annotations.NullMarked;
