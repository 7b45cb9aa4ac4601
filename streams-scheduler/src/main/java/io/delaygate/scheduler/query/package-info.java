/**
 * Query server: one job, listings, counts, ready jobs, owners of partitions, over HTTP for
 * gateways.
 *
 * <p>In: requests on a port of its own. Out: JSON, each answer with the time and whether it comes
 * from a standby. Invariants: a request without the required secret gets no data; queries change no
 * job, except that a request for ready jobs lets their task reserve them; related parts of an
 * answer are read from one snapshot; a query for a partition that cannot be read is refused, and
 * the partition is never left out; a request examines a bounded number of jobs, and few requests
 * run at a time, so that deliveries continue.
 */
@NullMarked
package io.delaygate.scheduler.query;

import org.jspecify.annotations.NullMarked;
