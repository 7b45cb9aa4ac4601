/**
 * Scheduling over HTTP.
 *
 * <p>In: the JSON of a call. Out: a record of {@code delay-requests} and an answer: when it is
 * stored or, for who asks, when its outcome is known, or when a worker has finished the job. What
 * always holds: what is answered fast promises that the command is stored, no more.
 */
@NullMarked
package io.delaygate.gateway.schedule;

import org.jspecify.annotations.NullMarked;
