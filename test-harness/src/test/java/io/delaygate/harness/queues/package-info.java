/**
 * Workers and callers of queues, and checks of their observations.
 *
 * <p>In: gateways, and a plan by seed. Out: all attempts and feedback, and the violations in them.
 * Invariant: all times are of one clock, that of the machine on which everything runs.
 */
@NullMarked
package io.delaygate.harness.queues;

import org.jspecify.annotations.NullMarked;
