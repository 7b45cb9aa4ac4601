package io.delaygate.service.reading;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Consumer of raw records of which one poll unpacks a bounded number of bytes, whatever the topic
 * holds. As thread-safe as any consumer.
 */
public class BoundedConsumer extends KafkaConsumer<byte[], byte[]> {
  /**
   * Bytes of keys, values and headers in one poll; one record may exceed it. Thirty times what a
   * thousand usual jobs have, so that only large records make polls smaller; and a fiftieth of the
   * smallest heap that is usual, as several threads may hold as much, and senders hold copies.
   */
  public static final int POLL_BYTES = 16 << 20;

  private final PollBytes bytes;

  /**
   * Connects.
   *
   * @param config of a consumer; its deserializers are not used
   */
  public BoundedConsumer(Map<String, Object> config) {
    this(config, new PollBytes(POLL_BYTES));
  }

  private BoundedConsumer(Map<String, Object> config, PollBytes bytes) {
    super(config, bytes.deserializer(), bytes.deserializer());
    this.bytes = bytes;
  }

  /** Headers of a record that has neither key nor value are not counted. */
  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    bytes.begin();
    return super.poll(timeout);
  }
}
