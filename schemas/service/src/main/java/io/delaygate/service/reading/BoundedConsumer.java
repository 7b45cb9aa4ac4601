package io.delaygate.service.reading;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Consumer of raw records that limits the bytes that one poll unpacks, whatever the topic holds.
 * Not thread-safe, as any consumer.
 */
public class BoundedConsumer extends KafkaConsumer<byte[], byte[]> {
  /**
   * Bytes of keys, values and headers in one poll; one record may exceed it. This is thirty times
   * the size of a thousand usual jobs, so that only large records make polls smaller. It is a
   * fiftieth of the smallest usual heap, as several threads may hold as much, and producers hold
   * copies.
   */
  public static final int POLL_BYTES = 16 << 20;

  private final PollBytes bytes;

  /**
   * Connects.
   *
   * @param config settings of a consumer; its deserializers are not used
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
