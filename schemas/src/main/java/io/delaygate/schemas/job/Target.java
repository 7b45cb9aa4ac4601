package io.delaygate.schemas.job;

import org.jspecify.annotations.Nullable;

/**
 * Destination of a job: topic, key and partition.
 *
 * @param topic a valid topic name, and not one of our own topics
 * @param key the key of the delivered record, opaque; null is a null key
 * @param partition null leaves the choice to Kafka's default partitioner
 */
public record Target(String topic, byte @Nullable [] key, @Nullable Integer partition) {}
