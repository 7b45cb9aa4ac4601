package io.delaygate.scheduler.outbound;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TopicNameExtractor;
import org.jspecify.annotations.Nullable;

/** Topic extractor, partitioner and serializer for a sink of {@link OutgoingRecord}s. */
public final class OutgoingSink {
  private OutgoingSink() {}

  /** The topic that the record names. */
  public static TopicNameExtractor<byte[], OutgoingRecord> topic() {
    return (key, outgoing, context) -> outgoing.topic();
  }

  /** Partitioner that takes the partition that the record names; each names one when it is sent. */
  public static StreamPartitioner<byte[], OutgoingRecord> partitioner() {
    return new NamedPartition();
  }

  /** The bytes that the record carries. */
  public static Serializer<OutgoingRecord> serializer() {
    return (topic, outgoing) -> outgoing.bytes();
  }

  /** Not a lambda: that would implement the method without headers, which is to be removed. */
  private static final class NamedPartition implements StreamPartitioner<byte[], OutgoingRecord> {
    @Override
    public Optional<Set<Integer>> partitions(
        String topic, byte[] key, OutgoingRecord outgoing, Headers headers, int partitions) {
      return named(outgoing.partition());
    }

    @Override
    @SuppressWarnings("removal") // abstract for as long as it is there
    public Optional<Set<Integer>> partitions(
        String topic, byte[] key, OutgoingRecord outgoing, int partitions) {
      return named(outgoing.partition());
    }

    private static Optional<Set<Integer>> named(@Nullable Integer partition) {
      return partition == null ? Optional.empty() : Optional.of(Set.of(partition));
    }
  }
}
