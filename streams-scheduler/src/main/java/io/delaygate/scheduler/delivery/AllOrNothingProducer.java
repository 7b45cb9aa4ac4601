package io.delaygate.scheduler.delivery;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A producer whose time-outs end its stream thread, with all tasks of the thread.
 *
 * <p>All tasks of a thread share one transaction. Kafka Streams 4.3.1 answers a {@link
 * TimeoutException} by reviving single tasks ({@code TaskManager.handleCorruption}) and aborting
 * the transaction under the others, which keep their uncommitted state: their emitted jobs are gone
 * from the store and never reach a committed reader. Seen with a broker that was killed in a burst:
 * some 100 of 20,000 jobs lost. The same was once described for Streams' own tests in <a
 * href="https://github.com/apache/kafka/pull/8440">apache/kafka#8440</a>. A thread that dies
 * abandons all its tasks' uncommitted state at once, and a new one restores what was committed.
 * Time-outs of sends are treated alike by {@link FailEveryError}.
 */
public final class AllOrNothingProducer extends KafkaProducer<byte[], byte[]> {
  /** A producer with the given configuration. */
  public AllOrNothingProducer(Map<String, Object> config) {
    super(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    try {
      super.sendOffsetsToTransaction(offsets, group);
    } catch (TimeoutException timedOut) {
      throw new KafkaException("The offsets did not reach the transaction in time", timedOut);
    }
  }

  @Override
  public void commitTransaction() {
    try {
      super.commitTransaction();
    } catch (TimeoutException timedOut) {
      throw new KafkaException("The transaction was not known to be committed in time", timedOut);
    }
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    try {
      return super.partitionsFor(topic);
    } catch (TimeoutException timedOut) {
      throw new KafkaException("The partitions of " + topic + " were not told in time", timedOut);
    }
  }
}
