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
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the brokers about the changelog. All methods throw a {@link KafkaException} when they do not
 * answer in time, or may not. Thread-safe.
 */
final class ChangelogReading {
  private final Admin admin;
  private final String topic;
  private final int timeoutMs;

  ChangelogReading(Admin admin, String topic, Duration timeout) {
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

  /** Offset of the next record of each partition. */
  Map<Integer, Long> ends(int partitions) {
    return ends(IntStream.range(0, partitions).boxed().toList());
  }

  /** The same of some; those that cannot be told, as without a leader, are not in it. */
  Map<Integer, Long> ends(List<Integer> partitions) {
    var wanted =
        partitions.stream()
            .collect(Collectors.toMap(p -> new TopicPartition(topic, p), p -> OffsetSpec.latest()));
    var answer = admin.listOffsets(wanted, new ListOffsetsOptions().timeoutMs(timeoutMs));
    var ends = new HashMap<Integer, Long>();
    try {
      for (var partition : wanted.keySet()) {
        var end = end(answer.partitionResult(partition));
        if (end != null) {
          ends.put(partition.partition(), end);
        }
      }
      return ends;
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private static @Nullable Long end(KafkaFuture<ListOffsetsResultInfo> answer)
      throws InterruptedException {
    try {
      return answer.get().offset();
    } catch (ExecutionException unknown) {
      return null; // the others may be known
    }
  }

  private KafkaException unanswered(ExecutionException failed) {
    var cause = failed.getCause() == null ? failed : failed.getCause();
    return new KafkaException("The brokers do not tell about topic " + topic + ": " + cause, cause);
  }

  /** The topic as it is. */
  record Found(String id, int partitions) {}
}
