/**
 * Publisher of commands to {@code delay-requests}.
 *
 * <p>In: a job id, headers and a value. Out: a record of {@code delay-requests}, and its result.
 * Guarantees: the partition follows from the id alone; a command counts as stored only when all
 * in-sync replicas have it; no more than the set number of bytes waits at a time, and no HTTP
 * thread waits at all.
 */
@NullMarked
package io.delaygate.gateway.publish;

import org.jspecify.annotations.NullMarked;
