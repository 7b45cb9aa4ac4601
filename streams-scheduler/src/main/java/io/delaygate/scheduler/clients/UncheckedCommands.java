package io.delaygate.scheduler.clients;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.service.directory.TopicDirectory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Filter of polled commands that name a topic without a known status, or with an old negative one.
 * They, and those behind them in their partition, are read again until the brokers have answered,
 * which takes some ten milliseconds for all together. So a mistyped target is refused when the
 * command is read, and a new topic is not. The stream thread does not wait meanwhile, and due jobs
 * leave.
 *
 * <p>A command whose topics are not known in time is accepted; its job waits in a parking bucket
 * when it is due. For one consumer, and its thread.
 */
final class UncheckedCommands {
  /**
   * Longest wait: above the brokers' answer to a bulk request, below what a sender notices of an
   * outage.
   */
  private static final long MOST_NANOS = Duration.ofMillis(1_500).toNanos();

  /** Age up to which a negative status counts: a sender may have created the topic since. */
  private static final long FRESH_NANOS = Duration.ofMillis(200).toNanos();

  private static final List<String> NAMING =
      List.of(
          DelayHeader.TARGET_TOPIC.headerName(),
          DelayHeader.REPLY_TOPIC.headerName(),
          DelayHeader.DEAD_LETTER_TOPIC.headerName());

  private final TopicDirectory directory;
  private final LongSupplier ticker;
  private final Map<TopicPartition, Hold> held = new HashMap<>();

  /**
   * Creates a filter that holds no command yet.
   *
   * @param ticker monotonic nanoseconds
   */
  UncheckedCommands(TopicDirectory directory, LongSupplier ticker) {
    this.directory = directory;
    this.ticker = ticker;
  }

  /**
   * Records that can be judged now.
   *
   * @param again sets the position of a partition, so that its other records are read again
   */
  ConsumerRecords<byte[], byte[]> judgeable(
      ConsumerRecords<byte[], byte[]> polled, BiConsumer<TopicPartition, Long> again) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = null;
    Map<TopicPartition, OffsetAndMetadata> next = null;
    for (var partition : polled.partitions()) {
      var records = polled.records(partition);
      var known = known(partition, records);
      if (known < records.size()) {
        kept = kept == null ? all(polled) : kept;
        next = next == null ? new HashMap<>(polled.nextOffsets()) : next;
        hold(partition, records, known, kept, next);
        again.accept(partition, records.get(known).offset());
      }
    }
    return kept == null || next == null ? polled : new ConsumerRecords<>(kept, next);
  }

  private static void hold(
      TopicPartition partition,
      List<ConsumerRecord<byte[], byte[]>> records,
      int known,
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept,
      Map<TopicPartition, OffsetAndMetadata> next) {
    if (known == 0) {
      kept.remove(partition);
      next.remove(partition);
    } else {
      var first = records.get(known);
      kept.put(partition, records.subList(0, known));
      next.put(partition, new OffsetAndMetadata(first.offset(), first.leaderEpoch(), ""));
    }
  }

  private static Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> all(
      ConsumerRecords<byte[], byte[]> polled) {
    var all = new HashMap<TopicPartition, List<ConsumerRecord<byte[], byte[]>>>();
    polled.partitions().forEach(partition -> all.put(partition, polled.records(partition)));
    return all;
  }

  /** Number of records before the first that has to wait. */
  private int known(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
    var known = 0;
    var ageNanos = ageNanos(partition);
    byte[] before = null;
    while (known < records.size()) {
      var target = value(records.get(known), NAMING.get(0));
      var isSame = target != null && Arrays.equals(target, before);
      if (!isKnown(records.get(known), isSame, ageNanos)) {
        // the topics of those behind it are asked about in the same request
        records.subList(known, records.size()).forEach(record -> isKnown(record, false, ageNanos));
        return endHoldAfterLimit(partition, known > 0) ? records.size() : known;
      }
      before = target;
      known++;
    }
    held.remove(partition);
    return known;
  }

  /**
   * Age up to which a status counts. One that was asked for since the partition is held is fresh,
   * however slow the brokers are.
   */
  private long ageNanos(TopicPartition partition) {
    var hold = held.get(partition);
    return hold == null ? FRESH_NANOS : Math.max(FRESH_NANOS, ticker.getAsLong() - hold.since);
  }

  /**
   * Whether the first unknown command has waited long enough.
   *
   * @param isNext whether the records before it passed, so that its wait begins now
   */
  private boolean endHoldAfterLimit(TopicPartition partition, boolean isNext) {
    var now = ticker.getAsLong();
    var before = held.get(partition);
    if (before == null || isNext) {
      held.put(partition, new Hold(before == null ? now : before.since, now));
      return false;
    }
    var isTooLong = now - before.firstSince >= MOST_NANOS;
    if (isTooLong) {
      held.remove(partition);
    }
    return isTooLong;
  }

  /** Whether all topics of a command are known; does not look up the same target twice in a row. */
  private boolean isKnown(
      ConsumerRecord<byte[], byte[]> record, boolean isSameTarget, long ageNanos) {
    var isKnown = true;
    for (var i = isSameTarget ? 1 : 0; i < NAMING.size(); i++) {
      var name = value(record, NAMING.get(i));
      isKnown &= name == null || isKnown(name, ageNanos); // all are looked up together
    }
    return isKnown;
  }

  private boolean isKnown(byte[] name, long ageNanos) {
    return directory.isJudged(new String(name, StandardCharsets.UTF_8), ageNanos);
  }

  private static byte @Nullable [] value(ConsumerRecord<byte[], byte[]> record, String header) {
    var last = record.headers().lastHeader(header);
    return last == null ? null : last.value();
  }

  /**
   * Start times of a hold, monotonic nanoseconds.
   *
   * @param since start of the hold of the partition
   * @param firstSince start of the wait of its first command
   */
  private record Hold(long since, long firstSince) {}
}
