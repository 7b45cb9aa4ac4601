/**
 * From the JSON of a call to the record that says the same on Kafka.
 *
 * <p>In: the text of a body. Out: control headers, foreign headers and payload, judged. What always
 * holds: a draft goes through the same parser and the same look at the target as in the scheduler,
 * so both doors accept and refuse alike; a relative delay travels as one, so that the broker's
 * clock counts; a payload is passed on byte for byte.
 */
@NullMarked
package io.delaygate.gateway.draft;

import org.jspecify.annotations.NullMarked;
