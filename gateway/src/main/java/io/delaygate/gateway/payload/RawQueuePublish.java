package io.delaygate.gateway.payload;

import java.util.List;
import org.apache.kafka.common.header.Header;

/**
 * Values of a publish by lmstfy, whose body is the payload itself. Its attempts follow without a
 * backoff.
 *
 * @param topic of the queue
 * @param delayMs until it is due, from when it is stored
 * @param ttlMs after which it is dropped, from the same time; 0 for never
 * @param attempts most attempts
 * @param headers the caller's
 * @param value the payload
 */
public record RawQueuePublish(
    String topic, long delayMs, long ttlMs, int attempts, List<Header> headers, byte[] value) {}
