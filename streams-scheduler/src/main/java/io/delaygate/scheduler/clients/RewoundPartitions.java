package io.delaygate.scheduler.clients;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Set of partitions of a rolled-back transaction, until their position is set and they are read
 * again. Their offsets are not committed meanwhile.
 *
 * <p>Kafka Streams revived a task with its offsets of before the roll-back and passed them to the
 * next commit, which comes before the next read if jobs are due and the leader of the commands is
 * slow. Once committed, they skip the commands between, which are not read at the next roll-back or
 * restart. Seen when a broker was killed: 18 jobs of one partition, sent within 1.3 s, were lost.
 * Since 4.4 a task forgets these offsets ({@code StreamTask.close} clears them); a silent loss is
 * not left to that alone.
 *
 * <p>For a corrupted task, Kafka Streams also asks the group to rebalance. A new task for a
 * partition that stayed here then never gets its position set, and the commands of the transaction
 * were not read again. Of 60 commits that were made to fail, each lost some.
 *
 * <p>For one consumer, and its thread.
 */
final class RewoundPartitions {
  private final Set<TopicPartition> unread = new HashSet<>();
  private final Set<TopicPartition> unset = new HashSet<>();

  /** Adds partitions whose last read transaction was rolled back. */
  void rolledBack(Collection<TopicPartition> partitions) {
    unread.addAll(partitions);
    unset.addAll(partitions);
  }

  /** Partitions whose position is not set since the roll-back. */
  Set<TopicPartition> unset(Collection<TopicPartition> partitions) {
    var found = new HashSet<>(unset);
    found.retainAll(partitions);
    return found;
  }

  /** Notes that the positions of partitions were set. */
  void rewound(Collection<TopicPartition> partitions) {
    unread.addAll(partitions);
    unset.removeAll(partitions);
  }

  /** Removes partitions that were read again. */
  void read(Collection<TopicPartition> partitions) {
    unread.removeAll(partitions);
  }

  /** Offsets that may be committed; the same map if all may. */
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
