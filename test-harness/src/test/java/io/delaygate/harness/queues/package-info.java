/**
 * Workers and callers of queues, and what they have to find.
 *
 * <p>In: gateways, and a plan by seed. Out: what was handed out and said, and what of it no queue
 * may do. What always holds: all times are of one clock, that of the machine on which everything
 * runs.
 */
@NullMarked
package io.delaygate.harness.queues;

import org.jspecify.annotations.NullMarked;
