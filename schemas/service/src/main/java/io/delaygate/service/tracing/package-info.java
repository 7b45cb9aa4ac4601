/**
 * Spans of deliveries, for OpenTelemetry.
 *
 * <p>In: the trace context that a sender gave to its job. Out: a span in a trace of its own that is
 * linked to the sender's, exported in the background. Invariant: neither a job nor a thread waits
 * for an export; without an exporter nothing is changed.
 */
@NullMarked
package io.delaygate.service.tracing;

import org.jspecify.annotations.NullMarked;
