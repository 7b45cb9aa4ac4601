package io.delaygate.scheduler.delivery;

import org.jspecify.annotations.Nullable;

/**
 * The value of a record on its way to a topic that is known only at run time: a sink of Kafka
 * Streams sees key and value, so what it must know travels in the value.
 *
 * @param topic where to
 * @param partition null leaves it to the producer's partitioner
 * @param bytes the record's value
 */
public record Outgoing(String topic, @Nullable Integer partition, byte @Nullable [] bytes) {}
