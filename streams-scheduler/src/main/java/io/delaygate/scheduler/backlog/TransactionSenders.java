package io.delaygate.scheduler.backlog;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.DescribeTransactionsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Lookup of the producers whose open transactions hold up logs. The right to read a topic shows the
 * producer id; the transactional id and the start also need the right to describe that id, which a
 * scheduler may lack. It waits for the brokers, for seconds at worst. Thread-safe.
 */
final class TransactionSenders {
  private static final int ASK_MS = 3_000;

  private final Admin admin;

  TransactionSenders(Admin admin) {
    this.admin = admin;
  }

  /** Owners by log, as far as brokers show them; a log without an answer is missing. */
  Map<TopicPartition, TransactionOwner> of(Collection<BlockedLog> blocked)
      throws InterruptedException {
    var producers = producers(blocked);
    var named =
        producers.isEmpty()
            ? Map.<Long, TransactionOwner>of()
            : named(Set.copyOf(producers.values()));
    var senders = new HashMap<TopicPartition, TransactionOwner>();
    producers.forEach(
        (log, producer) ->
            senders.put(
                log, named.getOrDefault(producer, new TransactionOwner(producer, null, 0))));
    return senders;
  }

  private Map<TopicPartition, Long> producers(Collection<BlockedLog> blocked)
      throws InterruptedException {
    var logs = blocked.stream().map(BlockedLog::log).collect(Collectors.toSet());
    var told = admin.describeProducers(logs, new DescribeProducersOptions().timeoutMs(ASK_MS));
    var producers = new HashMap<TopicPartition, Long>();
    for (var one : blocked) {
      var state = value(told.partitionResult(one.log()));
      if (state != null) {
        state.activeProducers().stream()
            .filter(producer -> isOwner(producer, one.offset()))
            .findFirst()
            .ifPresent(producer -> producers.put(one.log(), producer.producerId()));
      }
    }
    return producers;
  }

  private static boolean isOwner(ProducerState producer, long offset) {
    return producer.currentTransactionStartOffset().orElse(-1) == offset;
  }

  private Map<Long, TransactionOwner> named(Set<Long> producers) throws InterruptedException {
    var senders = new HashMap<Long, TransactionOwner>();
    var ids = ids(producers);
    if (ids.isEmpty()) {
      return senders;
    }
    var options = new DescribeTransactionsOptions().timeoutMs(ASK_MS);
    var told = admin.describeTransactions(ids.keySet(), options);
    for (var id : ids.entrySet()) {
      var transaction = value(told.description(id.getKey()));
      senders.put(
          id.getValue(),
          TransactionOwner.of(
              id.getValue(), id.getKey(), transaction == null ? 0 : startMs(transaction)));
    }
    return senders;
  }

  private static long startMs(TransactionDescription transaction) {
    return transaction.transactionStartTimeMs().orElse(0);
  }

  /** Producer ids by transactional id; a broker that does not answer hides only its own. */
  private Map<String, Long> ids(Set<Long> producers) throws InterruptedException {
    var options = new ListTransactionsOptions().filterProducerIds(producers).timeoutMs(ASK_MS);
    var ids = new HashMap<String, Long>();
    var brokers = value(admin.listTransactions(options).byBrokerId());
    if (brokers == null) {
      return ids;
    }
    for (var broker : brokers.values()) {
      var listed = value(broker);
      if (listed != null) {
        listed.forEach(one -> ids.put(one.transactionalId(), one.producerId()));
      }
    }
    return ids;
  }

  private static <T> @Nullable T value(KafkaFuture<T> told) throws InterruptedException {
    try {
      return told.get();
    } catch (ExecutionException untold) {
      return null;
    }
  }
}
