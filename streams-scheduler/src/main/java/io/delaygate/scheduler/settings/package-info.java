/**
 * Settings of the scheduler, with their bounds, defaults and reasons.
 *
 * <p>In: merged keys and values. Out: typed values, and the properties of Kafka Streams and its
 * clients. Invariants: each setting is one entry of one {@code ConfigDef} with type, default,
 * bounds and reason; CONFIGURATION.md and the sample file are made from it.
 */
@NullMarked
package io.delaygate.scheduler.settings;

import org.jspecify.annotations.NullMarked;
