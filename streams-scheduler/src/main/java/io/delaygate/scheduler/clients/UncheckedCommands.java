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
 * Filter of commands that name a topic of which the directory knows nothing yet, or not lately that
 * it takes nothing. They, and those behind them in their partition, are read again until the
 * brokers have told, which takes some ten milliseconds for all of them together; so a mistyped
 * target is refused when the command is read, and one that was just made is not. The stream thread
 * does not wait meanwhile, and what is due leaves.
 *
 * <p>A command whose topics are not known in time is let in; its job waits in a lane of its own
 * when it is due. For one consumer, and its thread.
 */
final class UncheckedCommands {
  /** Above the brokers' answer to a bulk question; below what a sender notices of an outage. */
  private static final long MOST_NANOS = Duration.ofMillis(1_500).toNanos();

  /** Age of the news that a topic takes nothing: a sender may well have made it since. */
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
   * A filter that holds no command yet.
   *
   * @param ticker monotonic nanoseconds
   */
  UncheckedCommands(TopicDirectory directory, LongSupplier ticker) {
    this.directory = directory;
    this.ticker = ticker;
  }

  /**
   * The records that can be judged now.
   *
   * @param again sets the position of a partition, so that the others are read again
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

  /** How many of the records come before the first that has to wait. */
  private int known(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
    var known = 0;
    var ageNanos = ageNanos(partition);
    byte[] before = null;
    while (known < records.size()) {
      var target = value(records.get(known), NAMING.get(0));
      var isSame = target != null && Arrays.equals(target, before);
      if (!isKnown(records.get(known), isSame, ageNanos)) {
        // those behind it are asked about in the same question
        records.subList(known, records.size()).forEach(record -> isKnown(record, false, ageNanos));
        return endHoldAfterLimit(partition, known > 0) ? records.size() : known;
      }
      before = target;
      known++;
    }
    held.remove(partition);
    return known;
  }

  /** What was asked since the partition is held is fresh, however slow the brokers are. */
  private long ageNanos(TopicPartition partition) {
    var hold = held.get(partition);
    return hold == null ? FRESH_NANOS : Math.max(FRESH_NANOS, ticker.getAsLong() - hold.since);
  }

  /**
   * Whether the first unknown command has waited long enough.
   *
   * @param isNext whether those before it passed, so that it begins to wait
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

  /** A target that was just looked up is not looked up again. */
  private boolean isKnown(
      ConsumerRecord<byte[], byte[]> record, boolean isSameTarget, long ageNanos) {
    var isKnown = true;
    for (var i = isSameTarget ? 1 : 0; i < NAMING.size(); i++) {
      var name = value(record, NAMING.get(i));
      isKnown &= name == null || isKnown(name, ageNanos); // all are asked about together
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
   * How long a partition is held.
   *
   * @param since without a break
   * @param firstSince its first command
   */
  private record Hold(long since, long firstSince) {}
}
