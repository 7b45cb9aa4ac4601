/**
 * Circuit breaker of target partitions: what brokers refused, and when it is tried again.
 *
 * <p>In: failed sends, told by the producers, and the results of trials. Out: which partitions get
 * no records now, and why. What always holds: it outlives rolled back transactions and replaced
 * threads; what one partition refuses says nothing about another.
 */
@NullMarked
package io.delaygate.scheduler.breaker;

import org.jspecify.annotations.NullMarked;
