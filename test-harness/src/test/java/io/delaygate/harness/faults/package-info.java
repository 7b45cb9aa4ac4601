/**
 * Trials of the promise that nobody waits for another: what one target, reply topic or dead-letter
 * topic refuses costs its own jobs only.
 *
 * <p>In: causes, each a way in which brokers refuse records. Out: what became of the poisoned jobs,
 * and of canaries, which share partition, stream thread and transaction with them. What always
 * holds: only the third broker is ever taken away, and it holds nothing that Delaygate needs.
 */
@NullMarked
package io.delaygate.harness.faults;

import org.jspecify.annotations.NullMarked;
