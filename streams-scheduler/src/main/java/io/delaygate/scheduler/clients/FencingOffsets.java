package io.delaygate.scheduler.clients;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Offsets that each transaction commits, so that the group's coordinator refuses the transactions
 * of a zombie.
 *
 * <p>With one producer for each thread, the generation of the group is all that tells an owner from
 * a member that was thrown out and does not know it yet (<a
 * href="https://cwiki.apache.org/confluence/x/G4wABg">KIP-447</a>). It is only looked at where
 * offsets are committed, and Kafka Streams has none to commit while the tasks of a thread have
 * consumed nothing since they were assigned: a transaction of due jobs alone then committed,
 * whoever owned the partition by then. Seen in a rebalance storm: a member that had been removed
 * delivered a job after the next owner had asked where its changelog ended, which delivered it
 * again. So such a transaction commits once more what is committed already, which changes nothing.
 *
 * <p>What was read or sent is good for one generation, in which nobody else moves the positions.
 *
 * <p>Not thread-safe: used by the thread that commits.
 */
final class FencingOffsets {
  private final Supplier<Consumer<byte[], byte[]>> consumer;
  private Map<TopicPartition, OffsetAndMetadata> known = Map.of();
  private @Nullable ConsumerGroupMetadata owner;

  /** Of the partitions that are assigned to the consumer; asked on the thread that commits. */
  FencingOffsets(Supplier<Consumer<byte[], byte[]>> consumer) {
    this.consumer = consumer;
  }

  /**
   * What to commit: the offsets themselves, or what was committed before if there are none.
   *
   * @return never empty
   * @throws CommitFailedException if the consumer has lost its partitions
   * @throws KafkaException if what is committed is not told in time
   */
  Map<TopicPartition, OffsetAndMetadata> orKnown(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    if (!offsets.isEmpty()) {
      known = offsets;
    } else if (!group.equals(owner)) {
      known = read();
    }
    owner = group;
    return known;
  }

  /** The transaction was aborted: its offsets are not committed. */
  void aborted() {
    owner = null;
  }

  private Map<TopicPartition, OffsetAndMetadata> read() {
    var member = consumer.get();
    var owned = member.assignment();
    if (owned.isEmpty()) {
      throw new CommitFailedException("None of the partitions is assigned any more");
    }
    try {
      var committed = committed(member, owned);
      // nothing was, or it has expired: then they are read from their beginning
      return committed.isEmpty() ? beginnings(member, owned) : committed;
    } catch (TimeoutException timedOut) { // Streams would revive single tasks
      throw new KafkaException("The committed offsets were not told in time", timedOut);
    }
  }

  private static Map<TopicPartition, OffsetAndMetadata> committed(
      Consumer<?, ?> consumer, Set<TopicPartition> owned) {
    var committed = new HashMap<>(consumer.committed(owned));
    committed.values().removeIf(Objects::isNull);
    return committed;
  }

  private static Map<TopicPartition, OffsetAndMetadata> beginnings(
      Consumer<?, ?> consumer, Set<TopicPartition> owned) {
    var beginnings = new HashMap<TopicPartition, OffsetAndMetadata>();
    consumer
        .beginningOffsets(owned)
        .forEach((partition, first) -> beginnings.put(partition, new OffsetAndMetadata(first)));
    return beginnings;
  }
}
