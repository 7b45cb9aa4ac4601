/**
 * Trials of isolation between targets: what one target, reply topic or dead-letter topic refuses
 * affects its own jobs only.
 *
 * <p>In: causes, each a way in which brokers refuse records. Out: the end of poisoned jobs, and of
 * canaries, which share partition, stream thread and transaction with them. Invariant: only the
 * third broker is ever stopped, and it holds nothing that Delaygate needs.
 */
@NullMarked
package io.delaygate.harness.faults;

import org.jspecify.annotations.NullMarked;
