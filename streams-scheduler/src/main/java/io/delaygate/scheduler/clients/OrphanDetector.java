package io.delaygate.scheduler.clients;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * Detector of transactions of former owners of partitions. Only the owner of a partition writes to
 * its changelog, and it commits before it gives the partition up. So a transaction of another
 * process that has written there will never be committed.
 *
 * <p>A transaction counts only if two looks in a row see it. A scheduler that was frozen while it
 * waited for partitions may not know yet that they went to another; it then sees that owner's
 * transactions, most of which are over by the next look. An aborted one costs its owner a
 * rebalance, and no job.
 *
 * <p>Member names of the group are not used, although Kafka Streams builds them and transactional
 * ids from the same parts: brokers keep the first name of a member that rejoins under its {@code
 * group.instance.id}, even if it lost its state, and its part of the name with it.
 *
 * <p>For one thread.
 */
final class OrphanDetector {
  private Set<Sighting> before = Set.of();

  /**
   * Takes the transactions of one look.
   *
   * @param open transactions of other processes by transactional id
   * @param changelogs of the partitions that this scheduler owns
   * @return the ids of those that are to be aborted
   */
  List<String> look(Map<String, TransactionDescription> open, Set<TopicPartition> changelogs) {
    var seen = new HashSet<Sighting>();
    open.forEach(
        (id, told) -> {
          if (told.state() == TransactionState.ONGOING
              && told.topicPartitions().stream().anyMatch(changelogs::contains)) {
            seen.add(new Sighting(id, told.transactionStartTimeMs().orElse(0)));
          }
        });
    var still = seen.stream().filter(before::contains).map(Sighting::id).sorted().toList();
    before = seen;
    return still;
  }

  private record Sighting(String id, long startMs) {}
}
