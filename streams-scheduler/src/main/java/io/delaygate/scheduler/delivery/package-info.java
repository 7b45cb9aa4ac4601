/**
 * Due jobs become records of their target topics.
 *
 * <p>In: jobs whose delivery was decided. Out: records with the caller's key, value and headers
 * byte for byte, plus {@code delay-job-*}. What always holds: nothing leaves before its due time;
 * the record and the end of the job are in one transaction.
 */
@NullMarked
package io.delaygate.scheduler.delivery;

import org.jspecify.annotations.NullMarked;
