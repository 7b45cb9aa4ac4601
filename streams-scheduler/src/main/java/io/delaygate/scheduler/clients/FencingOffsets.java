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
 * <p>With one producer for each thread, only the generation of the group distinguishes an owner
 * from a member that was removed and does not know it yet (<a
 * href="https://cwiki.apache.org/confluence/x/G4wABg">KIP-447</a>). It is checked only where
 * offsets are committed, and Kafka Streams commits none while the tasks of a thread have consumed
 * no record since they were assigned. A transaction with due jobs alone then committed, even if
 * another member owned the partition. Seen in a rebalance storm: a removed member delivered a job
 * after the next owner had read the end of its changelog, and that owner delivered it again. So
 * such a transaction commits the committed offsets once more, which changes nothing.
 *
 * <p>Known offsets stay valid for one generation, in which no other member moves the positions.
 *
 * <p>Not thread-safe: used by the thread that commits.
 */
final class FencingOffsets {
  private final Supplier<Consumer<byte[], byte[]>> consumer;
  private Map<TopicPartition, OffsetAndMetadata> known = Map.of();
  private @Nullable ConsumerGroupMetadata owner;

  /**
   * Creates offsets of the partitions that are assigned to the consumer, which is used on the
   * thread that commits.
   */
  FencingOffsets(Supplier<Consumer<byte[], byte[]>> consumer) {
    this.consumer = consumer;
  }

  /**
   * Offsets to commit: the given ones, or those that are committed already if none are given.
   *
   * @return never empty
   * @throws CommitFailedException if the consumer has lost its partitions
   * @throws KafkaException if the brokers do not return the committed offsets in time
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

  /** Forgets the offsets of an aborted transaction. */
  void aborted() {
    owner = null;
  }

  private Map<TopicPartition, OffsetAndMetadata> read() {
    var member = consumer.get();
    var owned = member.assignment();
    if (owned.isEmpty()) {
      throw new CommitFailedException("All partitions were revoked");
    }
    try {
      var committed = committed(member, owned);
      // without committed offsets, or with expired ones, partitions are read from their beginning
      return committed.isEmpty() ? beginnings(member, owned) : committed;
    } catch (TimeoutException timedOut) { // Streams would revive single tasks
      throw new KafkaException(
          "The brokers did not report the committed offsets in time", timedOut);
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
