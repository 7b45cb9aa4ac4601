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
 * Detector of hanging transactions, which no coordinator will end. Brokers up to 4.4 at least skip
 * a partition that loses its last leader between a record and the marker of its transaction
 * (KAFKA-20734): when it is back, its committed readers wait for ever. Only a person can find out
 * whether the record was committed, so the transaction is reported and not aborted: an abort would
 * drop a delivered record.
 *
 * <p>It checks only partitions that had no leader or gave no answer, in a background thread. It
 * needs the right to read them, and finds no transaction without it. Thread-safe.
 */
public final class HangingTransactions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);

  private static final Duration EVERY = Duration.ofSeconds(15);

  /** Above the transaction time-out and the brokers' check interval, 10 s. */
  private static final long OLD_MS = 60_000;

  private static final int ASK_MS = 5_000;

  private final Admin admin;
  private final LongFunction<Set<TopicPartition>> troubled;
  private final LongSupplier wall;
  private final GuardedScheduler background;
  private volatile Map<TopicPartition, Long> hanging = Map.of();

  /**
   * Creates a detector without findings yet.
   *
   * @param admin stays the caller's
   * @param troubled partitions to check, given the time in epoch milliseconds
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

  /** Starts to check. */
  public void start() {
    background.repeat(Duration.ZERO, EVERY, this::look);
  }

  /**
   * 1 for each partition with a hanging transaction, by its name in Kafka's notation, {@code
   * orders-0}.
   */
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

  /**
   * Time of the last record of the oldest overdue open transaction, epoch milliseconds; 0 without
   * one.
   */
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
            "find it with 'kafka-transactions.sh find-hanging' and end it with"
                + " 'kafka-transactions.sh abort'. This discards its record, which"
                + " read_committed consumers have not seen: schedule that job again")
        .log("A transaction hangs; read_committed consumers wait there until it is aborted");
  }
}
