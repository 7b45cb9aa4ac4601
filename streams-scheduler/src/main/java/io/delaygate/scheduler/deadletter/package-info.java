/**
 * What cannot be understood or delivered is parked in the topic of dead letters, with its reason.
 *
 * <p>In: rejected commands and undeliverable jobs. Out: records of {@code delay-dead-letters}. What
 * always holds: key, value and headers are the original bytes, unless the record is larger than we
 * accept; a rejected command never touches a stored job.
 */
@NullMarked
package io.delaygate.scheduler.deadletter;

import org.jspecify.annotations.NullMarked;
