package io.delaygate.scheduler.targets;

import io.delaygate.service.directory.TopicStatus;
import java.util.function.IntPredicate;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the partition that a record goes to: the one that is named, else that of Kafka's
 * default partitioner for its key, else any that takes records. Made here and not by the producer,
 * since it must be known whether the partition takes the record before it is part of a transaction.
 *
 * <p>For the task's thread only.
 */
final class PartitionChoice {
  /** Records without a key go in runs, so that they share batches. */
  private static final int RUN = 64;

  private int sent;

  /**
   * Chooses one.
   *
   * @param isOpen whether a partition takes records now; asked only where there is a choice
   * @return null where a record may go to any partition and none is open
   */
  @Nullable Integer of(
      @Nullable Integer named,
      byte @Nullable [] key,
      TopicStatus.Writable topic,
      IntPredicate isOpen) {
    if (named != null) {
      return named;
    } else if (key != null) {
      return Utils.toPositive(Utils.murmur2(key)) % topic.partitions();
    }
    var first = sent++ / RUN % topic.partitions();
    for (var i = 0; i < topic.partitions(); i++) {
      var partition = (first + i) % topic.partitions();
      if (isOpen.test(partition)) {
        return partition;
      }
    }
    return null;
  }
}
