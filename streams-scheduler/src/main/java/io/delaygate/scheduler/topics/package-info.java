/**
 * Plan of the installation's own topics, and its comparison with the existing topics.
 *
 * <p>In: settings, and the brokers' answers. Out: the plan as text in three formats, and
 * deviations, each with its reason and remedy. Invariants: the plan of a changelog equals the
 * configuration that its store requests from Kafka Streams; rules do not depend on Kafka; a missing
 * right makes a check report that it was not possible, but never fail.
 */
@NullMarked
package io.delaygate.scheduler.topics;

import org.jspecify.annotations.NullMarked;
