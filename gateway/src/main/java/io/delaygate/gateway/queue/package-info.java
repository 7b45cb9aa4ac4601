/**
 * Queues, as callers without a Kafka client see them.
 *
 * <p>In: names of queues in paths, and who calls. Out: the topics of the caller's namespace that
 * they are. What always holds: nobody reaches a queue of another namespace; asking for a queue
 * makes none.
 */
@NullMarked
package io.delaygate.gateway.queue;

import org.jspecify.annotations.NullMarked;
