/**
 * Query server: one job, listings, counts, ready jobs, owners of partitions, over HTTP for
 * gateways.
 *
 * <p>In: requests on a port of its own. Out: JSON, each answer with the time and whether it comes
 * from a standby. What always holds: who does not show the secret, where there is one, learns
 * nothing; nothing is changed; what belongs together in one answer was read at one moment; a
 * partition that was asked for and cannot be answered for is refused, never left out; a request
 * looks at a bounded number of jobs, and few look at a time, so that delivery goes on.
 */
@NullMarked
package io.delaygate.scheduler.query;

import org.jspecify.annotations.NullMarked;
