package io.delaygate.scheduler.ops;

import static java.util.stream.Collectors.toMap;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.jspecify.annotations.Nullable;

/** Fake of brokers that answers queries for the offsets of partitions only. */
final class Logs {
  private final Map<TopicPartition, Long> starts = new HashMap<>();
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private @Nullable KafkaException failure;

  void hold(TopicPartition partition, long start, long end) {
    starts.put(partition, start);
    ends.put(partition, end);
  }

  /** Lets the next query fail. */
  void failOnce(KafkaException why) {
    failure = why;
  }

  Admin admin() {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("listOffsets")) {
                return listOffsets((Map<?, ?>) arguments[0]);
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private ListOffsetsResult listOffsets(Map<?, ?> wanted) {
    var answers =
        wanted.entrySet().stream()
            .collect(
                toMap(
                    one -> (TopicPartition) one.getKey(),
                    one -> answer((TopicPartition) one.getKey(), one.getValue())));
    failure = null;
    return new ListOffsetsResult(answers);
  }

  private KafkaFuture<ListOffsetsResultInfo> answer(TopicPartition partition, Object which) {
    if (failure != null) {
      var failed = new KafkaFutureImpl<ListOffsetsResultInfo>();
      failed.completeExceptionally(failure);
      return failed;
    }
    var offsets = which instanceof OffsetSpec.EarliestSpec ? starts : ends;
    return KafkaFuture.completedFuture(
        new ListOffsetsResultInfo(offsets.getOrDefault(partition, 0L), -1, Optional.empty()));
  }
}
