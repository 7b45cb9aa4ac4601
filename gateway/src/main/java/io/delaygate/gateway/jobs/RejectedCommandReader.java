package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reader of rejected commands from the topic of dead letters, from its end backwards. Thread-safe;
 * blocks.
 *
 * @param partitions how many the topic has; 0 while the brokers do not tell. A consumer that is
 *     opened while they are away would log each of its attempts to reach them
 * @param connect opens consumers that belong to no group
 * @param ticker monotonic nanoseconds
 */
public record RejectedCommandReader(
    String topic,
    IntSupplier partitions,
    Supplier<Consumer<byte[], byte[]>> connect,
    LongSupplier ticker) {
  /** Letters, of commands and jobs, that one page reads at most: usually some megabytes. */
  static final int SCANNED = 10_000;

  /** Bytes that one page reads at most: half a second of a broker. A letter may have 1 MiB. */
  static final long SCANNED_BYTES = 64L << 20;

  private static final Duration TIME = Duration.ofSeconds(5);
  private static final CloseOptions CLOSE = CloseOptions.timeout(Duration.ofSeconds(1));

  /**
   * The newest rejected commands of a namespace. A page ends with its limit, or when it has looked
   * at {@value #SCANNED} dead letters or {@value #SCANNED_BYTES} bytes of them.
   *
   * @param before offset by partition before which to read; a partition that is missing is read
   *     from its end
   * @throws ProblemException {@code QUERY_UNAVAILABLE} when the topic cannot be read, or not within
   *     five seconds
   */
  RejectedPage page(String namespace, int limit, Map<Integer, Long> before) {
    return read((consumer, all) -> read(consumer, begin(consumer, all, before), namespace, limit));
  }

  /**
   * Reads the topic in any way, with a consumer that is closed afterwards and the partitions.
   *
   * @throws ProblemException {@code QUERY_UNAVAILABLE} when the topic cannot be read
   */
  <T> T read(BiFunction<Consumer<byte[], byte[]>, List<TopicPartition>, T> way) {
    var all =
        IntStream.range(0, partitions.getAsInt())
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .toList();
    if (all.isEmpty()) {
      throw unavailable();
    }
    var consumer = connect.get();
    try {
      return way.apply(consumer, all);
    } catch (KafkaException unreadable) {
      throw unavailable();
    } finally {
      consumer.close(CLOSE);
    }
  }

  private static BackwardScan begin(
      Consumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      Map<Integer, Long> before) {
    consumer.assign(partitions);
    var scan =
        new BackwardScan(consumer.beginningOffsets(partitions), consumer.endOffsets(partitions));
    before.forEach(scan::beginBefore);
    return scan;
  }

  private RejectedPage read(
      Consumer<byte[], byte[]> consumer, BackwardScan scan, String namespace, int limit) {
    var until = ticker.getAsLong() + TIME.toNanos();
    var merge = new RejectedPage.Merge(limit);
    var isAnyRead = false;
    while (!scan.isDone() && merge.count() < limit && scan.isWithin(SCANNED, SCANNED_BYTES)) {
      var part = new ArrayList<RejectedCommand>();
      if (scan.readPart(
          consumer,
          letter ->
              RejectedCommand.read(letter).filter(it -> it.isOf(namespace)).ifPresent(part::add),
          () -> ticker.getAsLong() - until > 0)) {
        merge.addAll(part);
        isAnyRead = true;
      } else if (ticker.getAsLong() - until > 0) {
        break;
      }
    }
    if (!isAnyRead && !scan.isDone()) {
      throw unavailable();
    }
    return merge.page(scan);
  }

  private static ProblemException unavailable() {
    return new ProblemException(
        ReasonCode.QUERY_UNAVAILABLE, "the topic of dead letters cannot be read now");
  }
}
