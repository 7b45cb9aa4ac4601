/**
 * Comparison of this process' clock with those of the brokers.
 *
 * <p>In: the append times that brokers give to probe records, and to any record whose
 * acknowledgement is reported. Out: the offset against each broker, and the verdict whether the
 * clock is right. What always holds: a slow acknowledgement, a broker that does not answer and a
 * minority of brokers with other clocks make no clock wrong; a clock that was found wrong stays so
 * until it is seen to be right; no reader gets a probe record, unless it is {@code
 * read_uncommitted}.
 */
@NullMarked
package io.delaygate.scheduler.clock;

import org.jspecify.annotations.NullMarked;
