/**
 * JSON form of a job in outcomes, events and answers to queries.
 *
 * <p>In: a pending or ended job. Out: one JSON object, the same everywhere, described by {@code
 * job.schema.json} of the schemas. Invariant: it has no key, value or header of the caller, so that
 * it is small and may be logged.
 */
@NullMarked
package io.delaygate.scheduler.view;

import org.jspecify.annotations.NullMarked;
