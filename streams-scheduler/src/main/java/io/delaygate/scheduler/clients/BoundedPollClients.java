package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.store.ThreadTransactions;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.directory.TopicListener;
import io.delaygate.service.reading.BoundedConsumer;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Supplier of the Kafka clients of Kafka Streams, whose main consumer polls no longer than {@link
 * PollBound} allows. It reports polls and commits to {@link AdaptiveCommitTrigger}. For the classic
 * group protocol; Streams demands another consumer class for the newer one.
 *
 * <p>Kafka Streams resets a partition whose position no longer exists: it catches the exception of
 * the poll and logs it as routine. This is the last place that knows both the position and the
 * loss, so it reports to {@link LostPositions} first.
 */
public final class BoundedPollClients implements KafkaClientSupplier, TopicListener, AutoCloseable {
  /** Limit for closing producers, which does not wait for brokers. */
  private static final Duration CLOSE = Duration.ofSeconds(1);

  /** Main consumer of the calling stream thread, which polls before it has work to commit. */
  private final ThreadLocal<@Nullable MainConsumer> main = ThreadLocal.withInitial(() -> null);

  /** Whether the calling stream thread is inside its consumer, where the group may rebalance. */
  private final ThreadLocal<Boolean> polling = ThreadLocal.withInitial(() -> false);

  private final SharedClients shared;
  private final LostPositions lostPositions;
  private final SchedulerMetrics metrics;
  private final ThreadTransactions stages;
  private final Set<ProducerPool> pools = ConcurrentHashMap.newKeySet();
  private final GuardedScheduler background;

  /**
   * Creates a supplier for one Kafka Streams instance.
   *
   * @param stages gets the begin and end of each stream thread's transactions
   */
  public BoundedPollClients(
      SharedClients shared,
      LostPositions lostPositions,
      SchedulerMetrics metrics,
      ThreadTransactions stages,
      BackgroundFailures failures) {
    this.shared = shared;
    this.lostPositions = lostPositions;
    this.metrics = metrics;
    this.stages = stages;
    this.background = new GuardedScheduler("producers", failures);
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return StreamsAdmin.of(Admin.create(config));
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    shared.trials().follow(config);
    if (!config.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
      return new PlainProducer(config);
    }
    var pool = new ProducerPool(shared.factory(), config, background);
    pools.add(pool);
    return new TransactionalProducer(pool, new ThreadClients(this, shared));
  }

  /**
   * Ends the thread that makes and closes producers, after it has closed those that Kafka Streams
   * does not use any more.
   */
  @Override
  public void close() {
    try {
      background.finish(CLOSE);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    background.close();
  }

  /** Whether a producer of this process that is still in use has this transactional id. */
  public boolean isOwn(String transactionalId) {
    return pools.stream().anyMatch(pool -> pool.isOwn(transactionalId));
  }

  /** Whether there are transactional producers yet. */
  public boolean hasProducers() {
    return !pools.isEmpty();
  }

  /**
   * Whether a transactional id belongs to the process that had this state directory before, which
   * is dead, or to a producer that was given up here.
   */
  public boolean isOfPredecessor(String transactionalId) {
    return pools.stream().anyMatch(pool -> pool.isOfPredecessor(transactionalId));
  }

  /**
   * Replaces producers that know a deleted topic: with auto-creation of topics, their next metadata
   * request would make brokers create it again.
   */
  @Override
  public void gone(String topic) {
    pools.forEach(pool -> pool.forget(topic));
  }

  /** Replaces producers that know the former topic of a name. */
  @Override
  public void remade(String topic) {
    gone(topic);
  }

  /** Metrics of the transactional producers that are in use. */
  public Collection<Metric> producerMetrics() {
    return pools.stream().flatMap(ProducerPool::metrics).toList();
  }

  void closed(ProducerPool pool) {
    pools.remove(pool);
  }

  MainConsumer mainConsumer() {
    return Objects.requireNonNull(main.get(), "the thread must poll before it commits");
  }

  /** Offsets that the calling stream thread may commit. */
  Map<TopicPartition, OffsetAndMetadata> committable(
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    var consumer = main.get();
    return consumer == null ? offsets : consumer.committable(offsets);
  }

  boolean isPolling() {
    return polling.get();
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new MainConsumer(config, this, shared, lostPositions);
  }

  /** Notes that the calling stream thread is about to poll. */
  void polls(MainConsumer consumer) {
    main.set(consumer);
    polling.set(true);
  }

  /** Notes that the poll is over. */
  void polled() {
    polling.set(false);
  }

  ThreadTransactions stages() {
    return stages;
  }

  void ended() {
    shared.commits().ended();
    metrics.committed();
  }

  void rolledBack() {
    var consumer = main.get();
    if (consumer != null) {
      consumer.rolledBack();
    }
    shared.commits().ended();
    metrics.aborted();
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return new BoundedConsumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return new BoundedConsumer(config);
  }

  /** Listener for partitions whose reading cannot continue at the last position. Thread-safe. */
  @FunctionalInterface
  public interface LostPositions {
    /**
     * Accounts for the partitions before their positions are reset.
     *
     * @return false to be called again; the partitions are not read until then
     */
    boolean account(InvalidOffsetException lost);
  }
}
