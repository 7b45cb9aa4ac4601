/**
 * What a Java producer needs to talk to Delaygate: records with the right headers.
 *
 * <p>In: a target, a time, a payload of the team's own type. Out: {@code ProducerRecord<String, V>}
 * for {@code delay-requests}, so that teams keep their serializers. What always holds: nothing here
 * sends, blocks or reads a clock.
 */
@NullMarked
package io.delaygate.schemas.producer;

import org.jspecify.annotations.NullMarked;
