package io.delaygate.schemas.job;

import org.jspecify.annotations.Nullable;

/**
 * Where a job is delivered.
 *
 * @param topic a legal topic name that is none of our own
 * @param key the key of the delivered record, opaque; null is a null key
 * @param partition null leaves the choice to Kafka's default partitioner
 */
public record Target(String topic, byte @Nullable [] key, @Nullable Integer partition) {}
