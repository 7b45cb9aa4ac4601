/**
 * Jobs over HTTP: schedule, change, batches and bulk changes, dead letters, get, list and count.
 *
 * <p>In: the JSON of a call, the id in a path, items of a batch, or a filter. Out: commands on
 * {@code delay-requests} with their outcomes, or pages of jobs. Guarantees: a fast answer promises
 * that the command is stored, no more; a success of a change was decided by the job's one writer; a
 * bad item of a batch fails alone, and results stand in the order of the items; no body and no
 * topic is in memory as a whole, and the work under way is bounded for each call and in all.
 */
@NullMarked
package io.delaygate.gateway.jobs;

import org.jspecify.annotations.NullMarked;
