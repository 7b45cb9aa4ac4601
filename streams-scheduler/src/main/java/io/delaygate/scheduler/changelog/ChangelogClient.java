package io.delaygate.scheduler.changelog;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Client for broker queries about the changelog: topic id, offsets and progress of the group. All
 * methods throw a {@link KafkaException} if the brokers do not answer in time or refuse.
 * Thread-safe.
 */
final class ChangelogClient {
  private final Admin admin;
  private final String topic;
  private final int timeoutMs;

  ChangelogClient(Admin admin, String topic, Duration timeout) {
    this.admin = admin;
    this.topic = topic;
    this.timeoutMs = Math.toIntExact(timeout.toMillis());
  }

  /** Looks for the topic; null if it does not exist. */
  @Nullable Found find() {
    try {
      var options = new DescribeTopicsOptions().timeoutMs(timeoutMs);
      var found = admin.describeTopics(List.of(topic), options).allTopicNames().get().get(topic);
      return found == null
          ? null
          : new Found(found.topicId().toString(), found.partitions().size());
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        return null;
      }
      throw unanswered(failed);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  /** Offsets of each partition. */
  Map<Integer, LogRange> ranges(int partitions) {
    return ranges(IntStream.range(0, partitions).boxed().toList());
  }

  /**
   * Offsets of some partitions; one that the brokers do not return, for example without a leader,
   * is missing.
   */
  Map<Integer, LogRange> ranges(List<Integer> partitions) {
    var starts = list(partitions, OffsetSpec.earliest());
    var ends = list(partitions, OffsetSpec.latest());
    var ranges = new HashMap<Integer, LogRange>();
    try {
      for (var partition : partitions) {
        var log = new TopicPartition(topic, partition);
        var start = offset(starts.partitionResult(log));
        var end = offset(ends.partitionResult(log));
        if (start != null && end != null) {
          ranges.put(partition, new LogRange(start, end));
        }
      }
      return ranges;
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private ListOffsetsResult list(List<Integer> partitions, OffsetSpec which) {
    var wanted =
        partitions.stream()
            .collect(Collectors.toMap(p -> new TopicPartition(topic, p), p -> which));
    return admin.listOffsets(wanted, new ListOffsetsOptions().timeoutMs(timeoutMs));
  }

  /**
   * Whether a group has read from a topic of commands. False without the right to ask: such a group
   * cannot be joined either.
   */
  boolean hasRead(String group, String commands) {
    try {
      var options = new ListConsumerGroupOffsetsOptions().timeoutMs(timeoutMs);
      var committed =
          admin.listConsumerGroupOffsets(group, options).partitionsToOffsetAndMetadata().get();
      return committed.entrySet().stream()
          .filter(entry -> entry.getKey().topic().equals(commands))
          .map(Map.Entry::getValue)
          .anyMatch(position -> position != null && position.offset() > 0);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof AuthorizationException
          || failed.getCause() instanceof GroupIdNotFoundException) {
        return false;
      }
      throw unanswered(failed);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private static @Nullable Long offset(KafkaFuture<ListOffsetsResultInfo> answer)
      throws InterruptedException {
    try {
      return answer.get().offset();
    } catch (ExecutionException unknown) {
      return null; // the others may be known
    }
  }

  private KafkaException unanswered(ExecutionException failed) {
    var cause = failed.getCause() == null ? failed : failed.getCause();
    return new KafkaException("The brokers did not describe topic " + topic + ": " + cause, cause);
  }

  /** Topic id and number of partitions. */
  record Found(String id, int partitions) {}
}
