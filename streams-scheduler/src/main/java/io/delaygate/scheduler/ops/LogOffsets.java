package io.delaygate.scheduler.ops;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Client for the start and end offsets of partitions. It waits for the brokers; throws a {@link
 * KafkaException} if they refuse, {@link org.apache.kafka.common.errors.TimeoutException} if they
 * do not answer in time. Thread-safe.
 */
final class LogOffsets {
  private final Admin admin;
  private final Duration timeout;

  LogOffsets(Admin admin, Duration timeout) {
    this.admin = admin;
    this.timeout = timeout;
  }

  /** Log start offsets; for an empty log, its next offset. */
  Map<TopicPartition, Long> starts(Collection<TopicPartition> partitions) {
    return ask(partitions, OffsetSpec.earliest());
  }

  /** Next offsets. */
  Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
    return ask(partitions, OffsetSpec.latest());
  }

  private Map<TopicPartition, Long> ask(Collection<TopicPartition> partitions, OffsetSpec which) {
    var wanted = partitions.stream().collect(Collectors.toMap(Function.identity(), p -> which));
    var options = new ListOffsetsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
    try {
      return admin.listOffsets(wanted, options).all().get().entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, told -> told.getValue().offset()));
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof ApiException told
          ? told
          : new KafkaException("The brokers did not report the offsets of " + partitions, failed);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }
}
