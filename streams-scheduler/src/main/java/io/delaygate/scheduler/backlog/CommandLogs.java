package io.delaygate.scheduler.backlog;

import io.delaygate.schemas.topics.TopicNames;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Client for the offsets of the command logs, in bulk: one request for the positions of the group
 * and two to each broker that leads a partition. It needs only the rights to read the topics and to
 * join the group. Thread-safe.
 */
public final class CommandLogs {
  /**
   * A busy broker answers within this time. A broker that is away hides only its own partitions,
   * and an answer of the others still counts after two requests of this length.
   */
  private static final int ASK_MS = 3_000;

  private final Admin admin;
  private final TopicNames names;

  /**
   * Creates a client for the logs of an installation.
   *
   * @param admin stays the caller's
   */
  public CommandLogs(Admin admin, TopicNames names) {
    this.admin = admin;
    this.names = names;
  }

  /** Lookup of the producers that have open transactions in these logs. */
  TransactionSenders senders() {
    return new TransactionSenders(admin);
  }

  /** Both logs of a partition: requests, and commands that schedulers rerouted to it. */
  Set<TopicPartition> of(int partition) {
    return Set.of(
        new TopicPartition(names.requests(), partition),
        new TopicPartition(names.rerouted(), partition));
  }

  /**
   * Asks the brokers; waits for them, for seconds at worst. A log without an answer is missing from
   * the result and does not affect the others.
   */
  Map<TopicPartition, LogState> ask(Collection<TopicPartition> logs) throws InterruptedException {
    if (logs.isEmpty()) {
      return Map.of();
    }
    var ends = list(logs, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    var stables = list(logs, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    var read = read(logs);
    var states = new HashMap<TopicPartition, LogState>();
    for (var log : logs) {
      var position = read.get(log);
      var stable = offset(stables, log);
      var end = offset(ends, log);
      if (position != null && stable != null && end != null) {
        states.put(log, new LogState(position, stable, end));
      }
    }
    return states;
  }

  /** Positions of the group. Without a committed position, the start of the log counts. */
  private Map<TopicPartition, Long> read(Collection<TopicPartition> logs)
      throws InterruptedException {
    var committed = committed(logs);
    if (committed == null) {
      return Map.of();
    }
    var read = new HashMap<TopicPartition, Long>();
    var fresh = new HashSet<TopicPartition>();
    for (var log : logs) {
      var position = committed.get(log);
      if (position == null) {
        fresh.add(log);
      } else {
        read.put(log, position.offset());
      }
    }
    var begins = list(fresh, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    for (var log : fresh) {
      var begin = offset(begins, log);
      if (begin != null) {
        read.put(log, begin);
      }
    }
    return read;
  }

  private @Nullable Map<TopicPartition, OffsetAndMetadata> committed(
      Collection<TopicPartition> logs) throws InterruptedException {
    var group = names.applicationId();
    var which = new ListConsumerGroupOffsetsSpec().topicPartitions(logs);
    var options = new ListConsumerGroupOffsetsOptions().timeoutMs(ASK_MS);
    try {
      return admin
          .listConsumerGroupOffsets(Map.of(group, which), options)
          .partitionsToOffsetAndMetadata(group)
          .get();
    } catch (ExecutionException untold) {
      return null;
    }
  }

  private ListOffsetsResult list(
      Collection<TopicPartition> logs, OffsetSpec which, IsolationLevel level) {
    var wanted = logs.stream().collect(Collectors.toMap(Function.identity(), log -> which));
    return admin.listOffsets(wanted, new ListOffsetsOptions(level).timeoutMs(ASK_MS));
  }

  private static @Nullable Long offset(ListOffsetsResult told, TopicPartition log)
      throws InterruptedException {
    try {
      return told.partitionResult(log).get().offset();
    } catch (ExecutionException untold) {
      return null;
    }
  }
}
