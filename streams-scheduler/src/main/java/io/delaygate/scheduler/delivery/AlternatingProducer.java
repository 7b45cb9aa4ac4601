package io.delaygate.scheduler.delivery;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/**
 * Two transactional producers that take turns, so that a transaction never waits for the end of the
 * one before.
 *
 * <p>A commit returns when it is decided; then the brokers still write its markers. Until they
 * have, the first send of the next transaction of the same producer is answered
 * CONCURRENT_TRANSACTIONS, and both the broker (20 ms, {@code
 * add.partitions.to.txn.retry.backoff.ms}) and the client wait before they try again: with a commit
 * every 25 ms that is most of the lateness of a plain reader. Another producer has no transaction
 * that would have to end. Flink takes its producers from a pool for the same reason.
 *
 * <p>Nothing else changes. The records of a transaction are all in their logs before it commits, so
 * they precede those of the next one; {@code read_committed} readers, and restores, wait for the
 * earlier one's markers. The group coordinator keeps the offsets of both apart, and never lets
 * older ones replace newer ones, whichever transaction ends first ({@code OffsetMetadataManager}).
 * A zombie is fenced by its group's generation ({@link OwnedOffsets}), and the next owner of both
 * transactional ids by initialising both.
 *
 * <p>Thread-safe as {@link Producer} demands, transactions by one thread at a time.
 */
public final class AlternatingProducer implements Producer<byte[], byte[]> {
  private static final String SECOND = "-second";

  private final Producer<byte[], byte[]> first;
  private final Producer<byte[], byte[]> second;
  private final OwnedOffsets owned;
  private final Runnable committed;
  private final Runnable aborted;
  private volatile Producer<byte[], byte[]> current;

  /**
   * Producers that differ in their ids.
   *
   * @param consumer whose group owns the transactions, for the thread that calls it
   * @param committed run after each commit, by the thread that committed
   * @param aborted run after each abort, by the thread that aborted
   */
  public AlternatingProducer(
      Map<String, Object> config,
      Supplier<Consumer<byte[], byte[]>> consumer,
      Runnable committed,
      Runnable aborted) {
    this.owned = new OwnedOffsets(consumer);
    this.committed = committed;
    this.aborted = aborted;
    first = new AllOrNothingProducer(config);
    var other = new HashMap<>(config);
    for (var id :
        List.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, ProducerConfig.CLIENT_ID_CONFIG)) {
      other.computeIfPresent(id, (same, value) -> value + SECOND);
    }
    second = new AllOrNothingProducer(other);
    current = first;
  }

  /** The transactional ids of one that is configured with this. */
  public static List<String> idsOf(String transactionalId) {
    return List.of(transactionalId, transactionalId + SECOND);
  }

  @Override
  public void initTransactions() {
    first.initTransactions();
    second.initTransactions();
  }

  @Override
  public void beginTransaction() {
    var next = current == first ? second : first;
    next.beginTransaction();
    current = next;
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    current.sendOffsetsToTransaction(owned.orKnown(offsets, group), group);
  }

  @Override
  public void commitTransaction() {
    current.commitTransaction();
    committed.run();
  }

  @Override
  public void abortTransaction() {
    owned.aborted();
    current.abortTransaction();
    aborted.run();
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    return current.send(record);
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    return current.send(record, callback);
  }

  /** Of the current one: the other has nothing that is not in its log. */
  @Override
  public void flush() {
    current.flush();
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return current.partitionsFor(topic);
  }

  /**
   * Those of the first, which does half of the work: Kafka Streams refuses two metrics of a name.
   */
  @Override
  public Map<MetricName, ? extends Metric> metrics() {
    return first.metrics();
  }

  @Override
  public void registerMetricForSubscription(KafkaMetric metric) {
    first.registerMetricForSubscription(metric);
  }

  @Override
  public void unregisterMetricFromSubscription(KafkaMetric metric) {
    first.unregisterMetricFromSubscription(metric);
  }

  @Override
  public Uuid clientInstanceId(Duration timeout) {
    return first.clientInstanceId(timeout);
  }

  @Override
  public void close() {
    try {
      first.close();
    } finally {
      second.close();
    }
  }

  @Override
  public void close(Duration timeout) {
    try {
      first.close(timeout);
    } finally {
      second.close(timeout);
    }
  }
}
