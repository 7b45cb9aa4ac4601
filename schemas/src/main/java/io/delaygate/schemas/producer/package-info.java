/**
 * Builders of records for Java producers and consumers: schedule, cancel, feedback, retry later.
 *
 * <p>In: a target, a time, a payload of the team's own type. Out: {@code ProducerRecord<String, V>}
 * for {@code delay-requests}, so that teams keep their serializers. Guarantees: nothing here sends,
 * blocks or reads a clock.
 */
@NullMarked
package io.delaygate.schemas.producer;

import org.jspecify.annotations.NullMarked;
