/**
 * Process of the scheduler: topology, parts of a task, Kafka Streams, start and stop.
 *
 * <p>In: settings. Out: a running scheduler. What always holds: nothing here decides about a job;
 * the topology's shape is kept in a golden file, since internal topic names hang on it.
 */
@NullMarked
package io.delaygate.scheduler.app;

import org.jspecify.annotations.NullMarked;
