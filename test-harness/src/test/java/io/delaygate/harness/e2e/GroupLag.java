package io.delaygate.harness.e2e;

import io.delaygate.schemas.topics.TopicNames;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Unread commands by the brokers: the lag of {@code kafka-consumer-groups.sh --describe}, for both
 * topics of commands.
 */
record GroupLag(Admin admin, TopicNames names, int partitions) {
  /** Lag of all partitions. */
  long records() {
    var logs =
        IntStream.range(0, partitions)
            .boxed()
            .flatMap(
                partition ->
                    Stream.of(names.requests(), names.rerouted())
                        .map(topic -> new TopicPartition(topic, partition)))
            .toList();
    try {
      var committed =
          admin
              .listConsumerGroupOffsets(names.applicationId())
              .partitionsToOffsetAndMetadata()
              .get();
      var latest = logs.stream().collect(Collectors.toMap(log -> log, log -> OffsetSpec.latest()));
      return admin.listOffsets(latest).all().get().entrySet().stream()
          .mapToLong(
              end -> {
                var read = committed.get(end.getKey());
                return end.getValue().offset() - (read == null ? 0 : read.offset());
              })
          .sum();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
