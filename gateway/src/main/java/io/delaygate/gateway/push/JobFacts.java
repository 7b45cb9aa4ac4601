package io.delaygate.gateway.push;

import io.delaygate.schemas.contract.JobId;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a job that its call is made from.
 *
 * @param createdMs when the job was created, which tells it from an earlier job of the same id
 * @param attempt number of the attempt, from 1
 * @param path below the endpoint's; null for none
 * @param headers as the scheduler stores them; Delaygate's own are left out
 */
public record JobFacts(
    JobId id,
    long createdMs,
    long dueMs,
    int attempt,
    @Nullable String path,
    byte @Nullable [] body,
    List<Header> headers) {}
