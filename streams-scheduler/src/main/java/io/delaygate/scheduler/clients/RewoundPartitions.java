package io.delaygate.scheduler.clients;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions that were rolled back, until their position is set and they are read again. Their
 * offsets are not committed meanwhile.
 *
 * <p>Kafka Streams revived a task with the offsets that it had read up to before the roll-back, and
 * offered them to the next commit, which comes before anything is read again where jobs are due and
 * the leader of the commands is slow. Committed, they skip the commands between: at the next
 * roll-back or restart those are read by nobody. Seen when a broker was killed: 18 jobs of one
 * partition, sent within 1.3 s, were lost. Since 4.4 a task forgets them ({@code StreamTask.close}
 * empties its consumed offsets); what would be lost without a word is not left to that alone.
 *
 * <p>Where it names a corrupted task, Kafka Streams also asks the group to rebalance, and a task
 * that is made anew for a partition that stayed here never has its position set: the commands of
 * the transaction were read by nobody. Of 60 commits that were made to fail each lost some.
 *
 * <p>For one consumer, and its thread.
 */
final class RewoundPartitions {
  private final Set<TopicPartition> unread = new HashSet<>();
  private final Set<TopicPartition> unset = new HashSet<>();

  /** The transaction was rolled back in which they were read last. */
  void rolledBack(Collection<TopicPartition> partitions) {
    unread.addAll(partitions);
    unset.addAll(partitions);
  }

  /** Those of the partitions that would be read on from where the roll-back found them. */
  Set<TopicPartition> unset(Collection<TopicPartition> partitions) {
    var found = new HashSet<>(unset);
    found.retainAll(partitions);
    return found;
  }

  /** Their positions were set. */
  void rewound(Collection<TopicPartition> partitions) {
    unread.addAll(partitions);
    unset.removeAll(partitions);
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
