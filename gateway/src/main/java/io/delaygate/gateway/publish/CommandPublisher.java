package io.delaygate.gateway.publish;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Publisher of commands, and of decisions about targets, to their topics. Implementations are
 * thread-safe.
 */
public interface CommandPublisher extends AutoCloseable {
  /** Number of partitions of the topic of commands; empty if it is not known now. */
  OptionalInt partitions();

  /** The offset behind the last command of each partition that was stored for this publisher. */
  Map<Integer, Long> ends();

  /**
   * Sends a record.
   *
   * @return completes with the outcome, never exceptionally; on a thread that must not block
   */
  CompletableFuture<PublishResult> publish(ProducerRecord<byte[], byte[]> record);

  /** Closes the publisher; records in flight may or may not arrive. */
  @Override
  void close();
}
