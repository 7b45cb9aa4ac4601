/**
 * Plan of the installation's own topics, and its comparison with the topics that are there.
 *
 * <p>In: settings, and what the brokers tell. Out: the plan as text for three kinds of readers, and
 * deviations, each with its reason and remedy. What always holds: the plan of a changelog is what
 * its store asks Kafka Streams for; rules know no Kafka; a right that is missing makes a check say
 * that it could not be made, and nothing fail.
 */
@NullMarked
package io.delaygate.scheduler.topics;

import org.jspecify.annotations.NullMarked;
