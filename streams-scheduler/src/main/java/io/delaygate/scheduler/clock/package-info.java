/**
 * Comparison of this process' clock with those of the brokers.
 *
 * <p>In: the append times that brokers give to probe records, and to any record whose
 * acknowledgement is reported. Out: the offset against each broker, and the verdict whether the
 * clock is right. Invariants: a slow acknowledgement, a broker that does not answer and a minority
 * of brokers with other clocks do not make the verdict "wrong"; a wrong clock stays wrong until it
 * is measured to be right; only {@code read_uncommitted} consumers see probe records.
 */
@NullMarked
package io.delaygate.scheduler.clock;

import org.jspecify.annotations.NullMarked;
