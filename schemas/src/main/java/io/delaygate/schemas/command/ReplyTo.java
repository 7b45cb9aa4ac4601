package io.delaygate.schemas.command;

import org.jspecify.annotations.Nullable;

/**
 * Destination of the outcome of a command, as its sender gave it.
 *
 * @param topic a valid topic name; of our own topics only {@code delay-replies}
 * @param partition null leaves the choice to Kafka's default partitioner, by the job id
 * @param correlationId opaque, returned unchanged; null when none was given
 */
public record ReplyTo(String topic, @Nullable Integer partition, byte @Nullable [] correlationId) {}
