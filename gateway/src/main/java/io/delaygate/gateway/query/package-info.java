/**
 * Questions about jobs: get, list, count, and how everything is.
 *
 * <p>In: a call, and the addresses of some schedulers. Out: what the schedulers' stores say, merged
 * over all partitions. What always holds: a question goes to the active owner of its partition and
 * to a standby only when that cannot answer, which the answer then says; a partition that nobody
 * answers for is a 503, never a gap, but in the overview, which names it; every job that stays
 * unchanged during a listing is listed exactly once, whatever partitions move meanwhile; no thread
 * waits for a scheduler, and what is under way is bounded.
 */
@NullMarked
package io.delaygate.gateway.query;

import org.jspecify.annotations.NullMarked;
