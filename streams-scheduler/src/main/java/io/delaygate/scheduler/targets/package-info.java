/**
 * Where a record may go now: the partition of its topic, or why there is none.
 *
 * <p>In: the topic, key and partition that a job or a command names; what the directory and the
 * breaker know. Out: a partition, or a reason to wait or to give up. What always holds: a record is
 * handed to a producer with the partition that was judged; nothing here waits for a broker.
 */
@NullMarked
package io.delaygate.scheduler.targets;

import org.jspecify.annotations.NullMarked;
