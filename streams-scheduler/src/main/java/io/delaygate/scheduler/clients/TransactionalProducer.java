package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.targets.SendError;
import io.delaygate.scheduler.targets.SendError.Blame;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
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
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.jspecify.annotations.Nullable;

/**
 * Transactional producer of a stream thread: it commits the thread's transaction, or rolls a failed
 * one back without ending the thread. A transaction with a refused record is doomed: no record is
 * sent in it any more, and the next flush makes Streams abort it and revive all tasks of the thread
 * from the last commit, in the same thread.
 *
 * <p>On a failed send, Kafka Streams would end the thread, whose static member then keeps its
 * partitions until its session is over. On a time-out it would end single tasks, and abort the
 * transaction of the other tasks: some 100 of 20,000 jobs were lost in this way when a broker was
 * killed in a burst (the same was described in <a
 * href="https://github.com/apache/kafka/pull/8440">apache/kafka#8440</a>). So its callbacks get no
 * failure. It has one way to revive all tasks: a {@link TaskCorruptedException} without a task,
 * followed by a {@link TimeoutException} when it tries to commit the sound tasks ({@code
 * TaskManager.handleCorruption}). Only {@link #flush} may throw these: an exception of {@link
 * #send} is wrapped, and ends the thread.
 *
 * <p>Thread-safe as {@link Producer} demands; transactions are for one thread at a time.
 */
final class TransactionalProducer implements Producer<byte[], byte[]> {
  /** Result of a send that is not made: never completed, since the transaction is rolled back. */
  private static final Future<RecordMetadata> NEVER = new CompletableFuture<>();

  private final ProducerPool pool;
  private final ThreadClients thread;
  private final FencingOffsets owned;
  private @Nullable OpenTransaction open;
  private boolean isRollbackAsked;

  TransactionalProducer(ProducerPool pool, ThreadClients thread) {
    this.pool = pool;
    this.thread = thread;
    this.owned = new FencingOffsets(thread::consumer);
  }

  @Override
  public void initTransactions() {
    pool.initialise();
    thread.use(pool);
  }

  @Override
  public void beginTransaction() {
    thread.begins();
    pool.next().producer().beginTransaction();
    var transaction = new OpenTransaction(thread.ticker(), pool.current()::isThrottled);
    open = transaction;
    thread.begun(transaction);
    isRollbackAsked = false;
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    return send(record, (metadata, failure) -> {});
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    var transaction = open;
    if (transaction == null || transaction.isDoomed()) {
      return NEVER;
    }
    var isOwn = thread.isVital(record.topic());
    var traffic = transaction.sending(record, isOwn);
    thread.sent(record);
    if (!isOwn) {
      thread.writes(pool, record.topic());
    }
    try {
      return pool.current()
          .producer()
          .send(
              record,
              (metadata, failure) -> {
                if (failure == null) {
                  callback.onCompletion(metadata, null);
                  transaction.answered(traffic);
                } else if (isOwnershipLost(failure)) {
                  callback.onCompletion(metadata, failure);
                  transaction.answered(traffic);
                } else {
                  failed(transaction, traffic, record, failure);
                }
              });
    } catch (RuntimeException refused) {
      if (isOwnershipLost(refused)) {
        transaction.answered(traffic);
        throw refused;
      }
      failed(transaction, traffic, record, refused);
      return NEVER;
    }
  }

  private void failed(
      OpenTransaction transaction,
      PartitionTraffic traffic,
      ProducerRecord<byte[], byte[]> record,
      Exception failure) {
    if (transaction.failed(traffic, record, job(record), failure)) {
      thread.tooLarge(record, failure);
    }
  }

  private static @Nullable JobId job(ProducerRecord<byte[], byte[]> record) {
    return DeliveredRecord.job(record.headers());
  }

  /**
   * Waits until each record of the transaction is acknowledged.
   *
   * @throws KafkaException of a type that makes Streams roll back, if the transaction is doomed
   */
  @Override
  public void flush() {
    var transaction = open;
    var unsound = thread.unsound();
    if (transaction == null) {
      flushWithout(unsound);
      return;
    }
    if (unsound != null) {
      transaction.failed(new OwnFailure("a task failed", unsound));
    }
    if (transaction.isFlushed()) {
      return; // every task of the thread flushes before a commit
    }
    try {
      thread.flush(pool.current().producer());
      transaction.awaitAnswers(() -> giveUpIfBlocked(transaction));
    } catch (RuntimeException unforeseen) {
      transaction.failed(unforeseen);
    }
    if (transaction.isDoomed()) {
      throw rollback();
    }
    flushOthers(transaction);
    transaction.flushed();
  }

  /** Flushes without an open transaction; a task that sent no record may have failed, too. */
  private void flushWithout(@Nullable RuntimeException unsound) {
    if (unsound != null) {
      throw rollback();
    }
    isRollbackAsked = false;
    pool.current().producer().flush();
  }

  /** Flushes the producer; each record is acknowledged by now, but the flush itself can fail. */
  private void flushOthers(OpenTransaction transaction) {
    try {
      pool.current().producer().flush();
    } catch (RuntimeException unforeseen) {
      if (isOwnershipLost(unforeseen)) {
        throw unforeseen;
      }
      transaction.failed(unforeseen);
      throw rollback();
    }
  }

  private void giveUpIfBlocked(OpenTransaction transaction) {
    if (thread.isBlocked(pool.current().id())) {
      transaction.failed(new OwnFailure("the last transaction of this id is not complete", null));
    }
  }

  /**
   * Creates the exception for a roll-back. Inside a poll Streams is in the middle of a rebalance,
   * and revives no task.
   */
  private KafkaException rollback() {
    if (thread.isPolling()) {
      return new KafkaException("The transaction failed during a rebalance of the group");
    }
    if (isRollbackAsked) {
      return new TimeoutException("The transaction is being rolled back");
    }
    isRollbackAsked = true;
    return new TaskCorruptedException(Set.of());
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    var transaction = transaction();
    if (transaction.isDoomed()) {
      throw notCommitted(null);
    }
    committing(
        transaction,
        () ->
            pool.current()
                .producer()
                .sendOffsetsToTransaction(
                    owned.orKnown(thread.committable(offsets), group), group));
  }

  @Override
  public void commitTransaction() {
    var transaction = transaction();
    thread.commits();
    committing(transaction, () -> pool.current().producer().commitTransaction());
    open = null;
    thread.committed(transaction, pool.current().isThrottled());
  }

  private void committing(OpenTransaction transaction, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException failed) {
      if (isOwnershipLost(failed)) {
        throw failed;
      }
      transaction.failed(failed);
      throw notCommitted(failed);
    }
  }

  /**
   * Exception that makes Streams close all tasks of the thread without a commit and rejoin the
   * group with a new producer. The thread lives on. A time-out is not possible: Streams would
   * delete the stores of the tasks that have offsets in the commit, and treat the others as
   * committed. A commit fails in this way when brokers are away for seconds.
   *
   * <p>Inside a poll the thread has to end: Streams is in the middle of handing tasks over.
   */
  private KafkaException notCommitted(@Nullable RuntimeException why) {
    var text = "The transaction was not committed and is rolled back";
    return thread.isPolling()
        ? new KafkaException(text, why)
        : new ProducerFencedException(why == null ? text : text + ": " + why);
  }

  @Override
  public void abortTransaction() {
    var transaction = open;
    open = null;
    isRollbackAsked = false;
    owned.aborted();
    if (transaction != null) {
      new Rollback(pool, thread).end(transaction);
    }
  }

  private OpenTransaction transaction() {
    var transaction = open;
    if (transaction == null) {
      throw new IllegalStateException("no transaction is open");
    }
    return transaction;
  }

  private static boolean isOwnershipLost(Throwable failure) {
    return SendError.of(failure).blame() == Blame.OWNERSHIP
        || (failure.getCause() != null
            && SendError.of(failure.getCause()).blame() == Blame.OWNERSHIP)
        || failure instanceof CommitFailedException;
  }

  /**
   * Returns a dummy without asking the brokers, which would block: Streams checks only whether
   * partitions exist, and each record names its own.
   */
  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return someOf(topic);
  }

  static List<PartitionInfo> someOf(String topic) {
    return List.of(new PartitionInfo(topic, 0, null, null, null));
  }

  /** Metrics of the current producer: Kafka Streams refuses two metrics of the same name. */
  @Override
  public Map<MetricName, ? extends Metric> metrics() {
    return pool.current().metrics();
  }

  @Override
  public void registerMetricForSubscription(KafkaMetric metric) {
    pool.current().producer().registerMetricForSubscription(metric);
  }

  @Override
  public void unregisterMetricFromSubscription(KafkaMetric metric) {
    pool.current().producer().unregisterMetricFromSubscription(metric);
  }

  @Override
  public Uuid clientInstanceId(Duration timeout) {
    return pool.current().producer().clientInstanceId(timeout);
  }

  @Override
  public void close() {
    close(thread.closeTimeout());
  }

  @Override
  public void close(Duration timeout) {
    pool.closeAll(timeout);
    thread.closed(pool);
  }

  /** Failure of a transaction that no target caused. */
  static final class OwnFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    OwnFailure(String why, @Nullable Throwable cause) {
      super(why, cause);
    }
  }
}
