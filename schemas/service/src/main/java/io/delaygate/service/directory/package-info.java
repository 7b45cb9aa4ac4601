/**
 * Topic directory: whether target topics exist, can be written, and which records they take.
 *
 * <p>In: topic names that jobs point at. Out: {@link io.delaygate.service.directory.TopicStatus},
 * from a cache that is a second old at most and is filled in the background: callers never wait for
 * the brokers. Guarantees: a record is handed to a Kafka producer only after this was asked,
 * because a send to a missing topic blocks the sending thread and, in a transaction, makes the
 * other records of the transaction fail.
 */
@NullMarked
package io.delaygate.service.directory;

import org.jspecify.annotations.NullMarked;
