package io.delaygate.gateway.letters;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads the end of the topic of dead letters. Thread-safe; blocks. */
public final class RejectedTail {
  /** So many letters, of commands and jobs, are looked at: some megabytes as a rule. */
  private static final int SCANNED = 10_000;

  private static final Duration TIME = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final CloseOptions CLOSE = CloseOptions.timeout(Duration.ofSeconds(1));

  private final String topic;
  private final Supplier<Consumer<byte[], byte[]>> connect;
  private final LongSupplier ticker;

  /**
   * Reads from this topic.
   *
   * @param connect opens consumers that belong to no group
   * @param ticker monotonic nanoseconds
   */
  public RejectedTail(
      String topic, Supplier<Consumer<byte[], byte[]>> connect, LongSupplier ticker) {
    this.topic = topic;
    this.connect = connect;
    this.ticker = ticker;
  }

  /**
   * Rejected commands of a namespace among the last {@value #SCANNED} dead letters, newest first.
   *
   * @throws ProblemException {@code QUERY_UNAVAILABLE} when the topic cannot be read, or not within
   *     five seconds
   */
  List<Rejected> newest(String namespace, int limit) {
    var consumer = connect.get();
    try {
      var found = read(consumer);
      found.removeIf(command -> !command.namespace().equals(namespace));
      found.sort(Comparator.comparingLong(Rejected::rejectedMs).reversed());
      return found.subList(0, Math.min(limit, found.size()));
    } catch (KafkaException unreadable) {
      throw unavailable();
    } finally {
      consumer.close(CLOSE);
    }
  }

  private List<Rejected> read(Consumer<byte[], byte[]> consumer) {
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw unavailable();
    }
    var ends = consumer.endOffsets(partitions);
    var begins = consumer.beginningOffsets(partitions);
    consumer.assign(partitions);
    for (var partition : partitions) {
      var from = end(ends, partition) - SCANNED / partitions.size();
      consumer.seek(partition, Math.max(end(begins, partition), from));
    }
    var until = ticker.getAsLong() + TIME.toNanos();
    var found = new ArrayList<Rejected>();
    while (isBefore(ends, consumer)) {
      if (ticker.getAsLong() - until > 0) {
        throw unavailable();
      }
      for (var letter : consumer.poll(POLL)) {
        var command = Rejected.read(letter);
        if (command != null) {
          found.add(command);
        }
      }
    }
    return found;
  }

  private static ProblemException unavailable() {
    return new ProblemException(
        ReasonCode.QUERY_UNAVAILABLE, "the topic of dead letters cannot be read now");
  }

  private static boolean isBefore(
      Map<TopicPartition, Long> ends, Consumer<byte[], byte[]> consumer) {
    return ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue());
  }

  private static long end(Map<TopicPartition, Long> offsets, TopicPartition partition) {
    return offsets.getOrDefault(partition, 0L);
  }
}
