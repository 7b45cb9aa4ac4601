/**
 * Scheduling over HTTP.
 *
 * <p>In: the JSON of a call. Out: a record of {@code delay-requests} and, when it is stored, the
 * answer. What always holds: the record goes through the same parser and the same look at the
 * target as in the scheduler, so both doors accept and refuse alike; a relative delay travels as
 * one, so that the broker's clock counts; a payload is passed on byte for byte.
 */
@NullMarked
package io.delaygate.gateway.schedule;

import org.jspecify.annotations.NullMarked;
