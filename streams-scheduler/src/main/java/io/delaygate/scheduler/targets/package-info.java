/**
 * Targets: the partition that a record may go to now, or the reason why there is none.
 *
 * <p>In: the topic, key and partition that a job or a command names; what the topic directory
 * knows; failed sends as the producers report them, and the results of trials. Out: a partition, or
 * a reason to wait or to give up. Guarantees: a record is handed to a producer with the partition
 * that was judged; nothing here waits for a broker; the circuit breaker outlives rolled back
 * transactions and replaced threads; a refusal of one partition does not affect another.
 */
@NullMarked
package io.delaygate.scheduler.targets;

import org.jspecify.annotations.NullMarked;
