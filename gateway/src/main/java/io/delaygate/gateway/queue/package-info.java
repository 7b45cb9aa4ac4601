/**
 * Queues, as callers without a Kafka client see them.
 *
 * <p>In: names of queues in paths, and who calls. Out: the topics of the caller's namespace that
 * they are, made by the first publish. What always holds: nobody reaches a queue of another
 * namespace; asking for a queue makes none.
 */
@NullMarked
package io.delaygate.gateway.queue;

import org.jspecify.annotations.NullMarked;
