package io.delaygate.harness.e2e;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * State of groups and transactions of a cluster as text, for the message of a failure.
 *
 * <p>A partition that ends earlier for {@code read_committed} readers than for others has an open
 * transaction. If its coordinator calls it complete, it hangs, and only an operator can end it.
 */
final class Situation {
  private Situation() {}

  /** The state as lines; never throws, because the failure itself matters more. */
  static String of(String bootstrapServers, String group) {
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      var lines = new ArrayList<String>();
      lines.add(groupLine(admin, group));
      for (var transaction : admin.listTransactions().all().get()) {
        lines.add(transactionLine(admin, transaction));
      }
      lines.addAll(openPartitions(admin));
      return String.join("\n", lines);
    } catch (ExecutionException failed) {
      return "the cluster does not tell: " + failed.getCause();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static String groupLine(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    var described = admin.describeConsumerGroups(List.of(group)).all().get().get(group);
    var members =
        described.members().stream()
            .map(m -> m.groupInstanceId().orElse(m.consumerId()) + " " + m.assignment())
            .toList();
    return "group %s is %s: %s".formatted(group, described.groupState(), members);
  }

  private static String transactionLine(Admin admin, TransactionListing listed)
      throws ExecutionException, InterruptedException {
    var id = listed.transactionalId();
    var described = admin.describeTransactions(List.of(id)).description(id).get();
    return "transaction %s: %s".formatted(id, described);
  }

  private static List<String> openPartitions(Admin admin)
      throws ExecutionException, InterruptedException {
    var all = partitions(admin);
    var ends = ends(admin, all, IsolationLevel.READ_UNCOMMITTED);
    var committed = ends(admin, all, IsolationLevel.READ_COMMITTED);
    var open = all.stream().filter(p -> !ends.get(p).equals(committed.get(p))).toList();
    var lines = new ArrayList<String>();
    for (var described : admin.describeProducers(open).all().get().entrySet()) {
      var partition = described.getKey();
      lines.add(
          "%s ends at %d, committed %d, held by %s"
              .formatted(
                  partition,
                  ends.get(partition),
                  committed.get(partition),
                  inTransaction(described.getValue().activeProducers())));
    }
    return lines;
  }

  private static List<TopicPartition> partitions(Admin admin)
      throws ExecutionException, InterruptedException {
    // internal topics are not listed, but can hang as well
    var names = new ArrayList<>(admin.listTopics().names().get());
    names.add("__consumer_offsets");
    return admin.describeTopics(names).allTopicNames().get().values().stream()
        .flatMap(t -> t.partitions().stream().map(p -> new TopicPartition(t.name(), p.partition())))
        .toList();
  }

  private static Map<TopicPartition, Long> ends(
      Admin admin, List<TopicPartition> partitions, IsolationLevel level)
      throws ExecutionException, InterruptedException {
    var latest = new HashMap<TopicPartition, OffsetSpec>();
    partitions.forEach(p -> latest.put(p, OffsetSpec.latest()));
    var ends = new HashMap<TopicPartition, Long>();
    admin
        .listOffsets(latest, new ListOffsetsOptions(level))
        .all()
        .get()
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  private static List<ProducerState> inTransaction(Collection<ProducerState> producers) {
    return producers.stream().filter(p -> p.currentTransactionStartOffset().isPresent()).toList();
  }
}
