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
 * The logs of commands as the brokers know them, asked for in bulk: one request for the positions
 * of the group and two to each broker that leads a partition. Needs no right but the ones to read
 * the topics and to be of the group. Thread-safe.
 */
public final class CommandLogs {
  /**
   * A broker that is busy answers sooner; one that is away costs the figures of its own partitions
   * only, and an answer of the others is still young after two questions of this length.
   */
  private static final int ASK_MS = 3_000;

  private final Admin admin;
  private final TopicNames names;

  /**
   * The logs of an installation.
   *
   * @param admin stays the caller's
   */
  public CommandLogs(Admin admin, TopicNames names) {
    this.admin = admin;
    this.names = names;
  }

  /** Who has transactions open in them. */
  TransactionSenders senders() {
    return new TransactionSenders(admin);
  }

  /** Both logs of a partition: what was sent, and what schedulers sent on to it. */
  Set<TopicPartition> of(int partition) {
    return Set.of(
        new TopicPartition(names.requests(), partition),
        new TopicPartition(names.rerouted(), partition));
  }

  /**
   * What the brokers tell; waits for them, for seconds at worst. A log that is not told of is
   * missing, and keeps no other from being told of.
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

  /** Where nothing was ever committed, the group begins with what is there. */
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
