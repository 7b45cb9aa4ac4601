/**
 * Queues, as callers without a Kafka client see them.
 *
 * <p>In: names of queues in paths, and who calls. Out: what stands for them in the targets of jobs.
 * What always holds: nobody reaches a queue of another namespace; a queue is there while it has
 * jobs.
 */
@NullMarked
package io.delaygate.gateway.queue;

import org.jspecify.annotations.NullMarked;
