/**
 * Topic directory: whether target topics exist, can be written, and which records they take.
 *
 * <p>In: topic names that jobs point at. Out: {@link io.delaygate.service.directory.TopicStatus},
 * from a cache that is a second old at most and is filled in the background: whoever asks never
 * waits for the brokers. What always holds: a record is handed to a Kafka producer only after this
 * was asked, because a send to a missing topic blocks the sending thread and, in a transaction,
 * spoils everything else in it.
 */
@NullMarked
package io.delaygate.service.directory;

import org.jspecify.annotations.NullMarked;
