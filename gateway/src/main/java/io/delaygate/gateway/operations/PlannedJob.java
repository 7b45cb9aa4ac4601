package io.delaygate.gateway.operations;

import org.jspecify.annotations.Nullable;

/**
 * Job that an operation is about to change.
 *
 * @param id as its namespace knows it
 * @param version in which it is changed; null for any
 * @param isUnsent whether it is certain that no command for it was sent
 */
public record PlannedJob(String id, @Nullable Long version, boolean isUnsent) {}
