package io.delaygate.schemas.command;

import org.jspecify.annotations.Nullable;

/**
 * Where a sender wants the outcome of its command.
 *
 * @param topic a legal topic name that is none of our own but {@code delay-replies}
 * @param partition null leaves the choice to Kafka's default partitioner, by the job id
 * @param correlationId opaque, comes back as it was; null when none was given
 */
public record ReplyTo(String topic, @Nullable Integer partition, byte @Nullable [] correlationId) {}
