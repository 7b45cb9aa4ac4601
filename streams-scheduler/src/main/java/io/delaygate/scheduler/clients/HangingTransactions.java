package io.delaygate.scheduler.clients;

import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finder of transactions that no coordinator will end. A partition that loses its last leader
 * between a record and the marker of its transaction is skipped by brokers up to 4.4 at least
 * (KAFKA-20734): when it is back, committed readers of it wait for ever. Nobody but a person can
 * tell whether the record was committed, so it is told and not mended: an abort gives a delivered
 * record up.
 *
 * <p>Only partitions that had no leader, or gave no answer, are looked at. Needs the right to read
 * them, without which nothing is found. Looks by a thread of its own. Thread-safe.
 */
public final class HangingTransactions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);

  private static final Duration EVERY = Duration.ofSeconds(15);

  /** Above the transaction time-out and the pause between two looks of the brokers, 10 s. */
  private static final long OLD_MS = 60_000;

  private static final int ASK_MS = 5_000;

  private final Admin admin;
  private final LongFunction<Set<TopicPartition>> troubled;
  private final LongSupplier wall;
  private final GuardedScheduler background;
  private volatile Map<TopicPartition, Long> hanging = Map.of();

  /**
   * A finder that has not looked.
   *
   * @param admin stays the caller's
   * @param troubled the partitions to look at, given the time
   * @param wall epoch milliseconds
   */
  public HangingTransactions(
      Admin admin,
      LongFunction<Set<TopicPartition>> troubled,
      LongSupplier wall,
      BackgroundFailures failures) {
    this.admin = admin;
    this.troubled = troubled;
    this.wall = wall;
    this.background = new GuardedScheduler("hanging-transactions", failures);
  }

  /** Begins to look. */
  public void start() {
    background.repeat(Duration.ZERO, EVERY, this::look);
  }

  /** One for each partition that hangs, by its name as Kafka writes it, {@code orders-0}. */
  public Map<String, Double> byPartition() {
    return hanging.keySet().stream()
        .collect(Collectors.toMap(TopicPartition::toString, partition -> 1.0));
  }

  @Override
  public void close() {
    background.close();
  }

  private void look() throws InterruptedException {
    var nowMs = wall.getAsLong();
    var found = new HashMap<TopicPartition, Long>();
    var partitions = new HashSet<>(troubled.apply(nowMs));
    partitions.addAll(hanging.keySet());
    for (var partition : partitions) {
      var since = openSince(partition, nowMs);
      if (since > 0) {
        found.put(partition, since);
      }
    }
    found.keySet().stream().filter(one -> !hanging.containsKey(one)).forEach(this::tell);
    hanging = Map.copyOf(found);
  }

  /** Since when a transaction is open that must have ended, epoch milliseconds; 0 for none. */
  private long openSince(TopicPartition partition, long nowMs) throws InterruptedException {
    try {
      var options = new DescribeProducersOptions().timeoutMs(ASK_MS);
      var states = admin.describeProducers(Set.of(partition), options).partitionResult(partition);
      return oldest(states.get().activeProducers(), nowMs);
    } catch (ExecutionException unanswered) {
      return 0;
    }
  }

  static long oldest(Collection<ProducerState> producers, long nowMs) {
    return producers.stream()
        .filter(producer -> producer.currentTransactionStartOffset().isPresent())
        .mapToLong(ProducerState::lastTimestamp)
        .filter(lastMs -> lastMs > 0 && nowMs - lastMs >= OLD_MS)
        .min()
        .orElse(0);
  }

  private void tell(TopicPartition partition) {
    LOG.atWarn()
        .addKeyValue(LogKey.TOPIC.key(), partition.topic())
        .addKeyValue(LogKey.PARTITION.key(), partition.partition())
        .addKeyValue(
            LogKey.REMEDY.key(),
            "kafka-transactions.sh find-hanging shows it; abort ends it and gives up its record,"
                + " which readers of committed records have not seen: send that job again")
        .log("A transaction hangs; readers of committed records wait there until it is ended");
  }
}
