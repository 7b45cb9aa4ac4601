/**
 * Operations on many jobs, which outlive the call that began them and the gateway that runs them.
 *
 * <p>In: requests of callers, and the records about operations that are read from {@code
 * delay-control}. Out: records of that topic, and the state of operations as JSON. Guarantees: one
 * gateway at a time runs an operation, the one whose claim is the last in the topic; it records
 * what it is about to do before it begins, and begins only when it has read that record, so that
 * its successor counts each job once; progress never goes backwards; while schedulers or Kafka are
 * away, an operation waits and says why.
 */
@NullMarked
package io.delaygate.gateway.operations;

import org.jspecify.annotations.NullMarked;
