/**
 * Types of a job, pending or ended: target, payload, times, policy, attempts.
 *
 * <p>In: accepted commands. Out: the value of one record in the job store and its changelog.
 * Guarantees: bytes once written are read by every later version; golden files in the tests keep
 * that promise.
 */
@NullMarked
package io.delaygate.schemas.job;

import org.jspecify.annotations.NullMarked;
