/**
 * How a call is followed: through log lines, questions to schedulers, records, and its answer.
 *
 * <p>In: {@code X-Request-Id}, {@code traceparent} and {@code tracestate} of a call. Out: the id in
 * every answer, the ids in the log lines of each thread that works for the call and in questions to
 * schedulers, and record headers that commands take along to the target. What always holds: every
 * call has an id; nothing malformed is echoed, logged or passed on; a call that brought none of
 * these headers adds none to a record.
 */
@NullMarked
package io.delaygate.gateway.trace;

import org.jspecify.annotations.NullMarked;
