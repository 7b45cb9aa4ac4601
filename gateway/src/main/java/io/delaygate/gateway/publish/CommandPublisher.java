package io.delaygate.gateway.publish;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Takes commands, and decisions about targets, to their topics. Implementations are thread-safe.
 */
public interface CommandPublisher extends AutoCloseable {
  /** How many partitions the topic of commands has; empty when that is not known now. */
  OptionalInt partitions();

  /** The offset behind the last command of each partition that was stored for this publisher. */
  Map<Integer, Long> ends();

  /**
   * Sends a record.
   *
   * @return completes with the outcome, never exceptionally; on a thread that must not be held up
   */
  CompletableFuture<PublishResult> publish(ProducerRecord<byte[], byte[]> record);

  /** Lets go; records that are still on their way may or may not arrive. */
  @Override
  void close();
}
