package io.delaygate.scheduler.clients;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions whose position was set back, until they are read again. Their offsets are not
 * committed meanwhile.
 *
 * <p>Kafka Streams 4.3.1 revives a task with the offsets that it had read up to before the
 * roll-back ({@code StreamTask.nextOffsetsAndMetadataToBeConsumed} is never emptied), and offers
 * them to the next commit, which comes before anything is read again where jobs are due and the
 * leader of the commands is slow. Committed, they skip the commands between: at the next roll-back
 * or restart those are read by nobody. Seen when a broker was killed: 18 jobs of one partition,
 * sent within 1.3 s, were lost.
 *
 * <p>For one consumer, and its thread.
 */
final class RewoundPartitions {
  private final Set<TopicPartition> unread = new HashSet<>();

  /** Their positions were set. */
  void rewound(Collection<TopicPartition> partitions) {
    unread.addAll(partitions);
  }

  /** They were read from there. */
  void read(Collection<TopicPartition> partitions) {
    unread.removeAll(partitions);
  }

  /** Those of the offsets that may be committed; the same map where all may. */
  Map<TopicPartition, OffsetAndMetadata> committable(
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    if (unread.isEmpty()) {
      return offsets;
    }
    var read = new HashMap<>(offsets);
    read.keySet().removeAll(unread);
    return read;
  }
}
