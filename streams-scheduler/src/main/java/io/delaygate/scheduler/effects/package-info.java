/**
 * Execution of decisions: the only place that writes to the store and sends records to topics.
 *
 * <p>In: effects of the rules. Out: changes of the job table, records handed to Kafka Streams.
 * Guarantees: all effects of one decision lie in one transaction; the target is checked before a
 * record is handed over.
 */
@NullMarked
package io.delaygate.scheduler.effects;

import org.jspecify.annotations.NullMarked;
