/**
 * The installation's topics, planned and found: what should be there, what is there, and which
 * differences matter.
 *
 * <p>In: settings, and what the brokers tell. Out: the plan as text for three kinds of readers, and
 * deviations, each with its reason and remedy. What always holds: the plan of a changelog is what
 * its store asks Kafka Streams for; rules know no Kafka; a right that is missing makes a check say
 * that it could not be made, and nothing fail.
 */
@NullMarked
package io.delaygate.scheduler.topics;

import org.jspecify.annotations.NullMarked;
