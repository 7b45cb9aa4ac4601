package io.delaygate.scheduler.clients;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * Which transactions belong to former owners of partitions. Who owns a partition is the only one
 * that writes to its changelog, and commits before it gives the partition up. So a transaction of
 * somebody else that has written there is one that nobody will commit.
 *
 * <p>Only what stood still from one look to the next counts: a scheduler that was frozen while it
 * waited for partitions, and does not know yet that they went to another, sees that one's
 * transactions, of which each is over soon, if not by then for sure. To be ended costs it a
 * rebalance, and no job.
 *
 * <p>Not by the names of the group's members, though Kafka Streams builds them and transactional
 * ids of the same parts: brokers keep the first name of a member that comes again under its {@code
 * group.instance.id}, also when it has lost its state and with it its part of the name.
 *
 * <p>For one thread.
 */
final class Orphans {
  private Set<Sighting> before = Set.of();

  /**
   * One look.
   *
   * @param open transactions of others by their ids
   * @param changelogs of the partitions that this scheduler owns
   * @return the ids of those that are to be ended
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
