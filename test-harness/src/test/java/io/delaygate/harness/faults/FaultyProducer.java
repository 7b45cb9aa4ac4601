package io.delaygate.harness.faults;

import io.delaygate.harness.faults.TopicFaults.MadeUpException;
import io.delaygate.harness.faults.TopicFaults.Place;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.jspecify.annotations.Nullable;

/**
 * Producer that fails for chosen topics at a chosen call, and then behaves like Kafka's producer:
 * after an error in a callback the transaction can only be aborted.
 */
final class FaultyProducer implements Producer<byte[], byte[]> {
  private final Producer<byte[], byte[]> delegate;
  private final TopicFaults faults;
  private final Set<String> topics = ConcurrentHashMap.newKeySet();
  private volatile @Nullable RuntimeException doomed;

  FaultyProducer(Producer<byte[], byte[]> delegate, TopicFaults faults) {
    this.delegate = delegate;
    this.faults = faults;
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    return send(record, (metadata, failure) -> {});
  }

  @Override
  public Future<RecordMetadata> send(
      ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
    failIfDoomed();
    topics.add(record.topic());
    if (faults.hasAt(record.topic(), Place.SEND)) {
      throw new MadeUpException(record.topic());
    }
    if (faults.hasAt(record.topic(), Place.CALLBACK)) {
      return failLater(record, callback);
    }
    return delegate.send(record, callback);
  }

  /** Fails in another thread, in which Kafka's producer calls back. */
  private Future<RecordMetadata> failLater(
      ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
    var failure = new MadeUpException(record.topic());
    var partition = record.partition() == null ? 0 : record.partition();
    var nowhere =
        new RecordMetadata(new TopicPartition(record.topic(), partition), -1, -1, -1, -1, -1);
    return CompletableFuture.supplyAsync(
        () -> {
          doomed = failure;
          if (callback != null) {
            callback.onCompletion(nowhere, failure);
          }
          throw failure;
        });
  }

  @Override
  public void flush() {
    fail(Place.FLUSH);
    delegate.flush();
  }

  @Override
  public void commitTransaction() {
    failIfDoomed();
    fail(Place.COMMIT);
    delegate.commitTransaction();
    topics.clear();
  }

  @Override
  public void abortTransaction() {
    delegate.abortTransaction();
    topics.clear();
    doomed = null;
  }

  private void fail(Place place) {
    faults
        .of(topics, place)
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  private void failIfDoomed() {
    var failure = doomed;
    if (failure != null) {
      throw new KafkaException(
          "Cannot execute transactional method because we are in an error state", failure);
    }
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    failIfDoomed();
    delegate.sendOffsetsToTransaction(offsets, group);
  }

  @Override
  public void initTransactions() {
    delegate.initTransactions();
  }

  @Override
  public void beginTransaction() {
    delegate.beginTransaction();
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return delegate.partitionsFor(topic);
  }

  @Override
  public Map<MetricName, ? extends Metric> metrics() {
    return delegate.metrics();
  }

  @Override
  public Uuid clientInstanceId(Duration timeout) {
    return delegate.clientInstanceId(timeout);
  }

  @Override
  public void registerMetricForSubscription(KafkaMetric metric) {
    delegate.registerMetricForSubscription(metric);
  }

  @Override
  public void unregisterMetricFromSubscription(KafkaMetric metric) {
    delegate.unregisterMetricFromSubscription(metric);
  }

  @Override
  public void close() {
    delegate.close();
  }

  @Override
  public void close(Duration timeout) {
    delegate.close(timeout);
  }
}
