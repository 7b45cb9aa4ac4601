/**
 * Process of the scheduler: topology, parts of a task, Kafka Streams, start and stop.
 *
 * <p>In: settings. Out: a running scheduler. Invariants: nothing here decides about a job; the
 * topology's shape is kept in a golden file, because internal topic names depend on it.
 */
@NullMarked
package io.delaygate.scheduler.app;

import org.jspecify.annotations.NullMarked;
