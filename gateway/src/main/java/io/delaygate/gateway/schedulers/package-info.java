/**
 * Query client of the schedulers: assignments, scatter-gather over partitions, merge and
 * statistics.
 *
 * <p>In: a question and the addresses of some schedulers. Out: the content of the schedulers'
 * stores, merged over all partitions. Guarantees: a question goes to the active owner of its
 * partition, and to a standby only when that cannot answer, which the answer then says; a partition
 * without an answer is a 503, never a gap, except in the overview, which names it; a job that stays
 * unchanged during a listing is listed exactly once, whatever partitions move meanwhile; no thread
 * waits for a scheduler, and the work under way is bounded.
 */
@NullMarked
package io.delaygate.gateway.schedulers;

import org.jspecify.annotations.NullMarked;
