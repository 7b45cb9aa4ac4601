package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.store.ThreadStages;
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
 * Supplier of the clients of Kafka Streams, with a main consumer that polls no longer than {@link
 * PollBound} says; {@link AdaptiveCommitTrigger} is told of polls and commits. For the classic
 * group protocol; Streams demands another consumer class for the newer one.
 *
 * <p>A partition whose position is not there any more is begun anew by Kafka Streams, which catches
 * what the poll throws and logs it as an ordinary thing. Here is the last place that knows of both
 * the position and the loss, and so somebody is told first.
 */
public final class BoundedPollClients implements KafkaClientSupplier, TopicListener, AutoCloseable {
  /** They are closed without waiting for brokers. */
  private static final Duration CLOSE = Duration.ofSeconds(1);

  /** The main consumer of the calling stream thread: it polls before it has anything to commit. */
  private final ThreadLocal<@Nullable MainConsumer> main = ThreadLocal.withInitial(() -> null);

  /** Whether the calling stream thread is inside its consumer, where the group may rebalance. */
  private final ThreadLocal<Boolean> polling = ThreadLocal.withInitial(() -> false);

  private final SharedClients shared;
  private final LostPositions lostPositions;
  private final SchedulerMetrics metrics;
  private final ThreadStages stages;
  private final Set<ProducerPool> pools = ConcurrentHashMap.newKeySet();
  private final GuardedScheduler background;

  /**
   * Clients for one Kafka Streams instance.
   *
   * @param stages is told by each stream thread of its transactions
   */
  public BoundedPollClients(
      SharedClients shared,
      LostPositions lostPositions,
      SchedulerMetrics metrics,
      ThreadStages stages,
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
    return new RollbackProducer(pool, new ThreadClients(this, shared));
  }

  /**
   * Ends the thread in which producers are made and closed; those that Kafka Streams has given up
   * are closed first.
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

  /** Whether a producer that was made here has this transactional id, and was not given up. */
  public boolean isOwn(String transactionalId) {
    return pools.stream().anyMatch(pool -> pool.isOwn(transactionalId));
  }

  /** Whether there are transactional producers yet. */
  public boolean hasProducers() {
    return !pools.isEmpty();
  }

  /**
   * Whether a transactional id is of the process that had this state directory before, which is
   * dead, or was given up here.
   */
  public boolean isOfPredecessor(String transactionalId) {
    return pools.stream().anyMatch(pool -> pool.isOfPredecessor(transactionalId));
  }

  /**
   * A topic is gone: producers that know it go with it, since their next question about all their
   * topics would have brokers make it again that make topics by themselves.
   */
  @Override
  public void gone(String topic) {
    pools.forEach(pool -> pool.forget(topic));
  }

  /** A topic is another one: producers that know the one before go with it. */
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
    return Objects.requireNonNull(main.get(), "the thread has polled before it commits");
  }

  /** Those of the offsets that the calling stream thread may commit. */
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

  /** The calling stream thread is about to poll. */
  void polls(MainConsumer consumer) {
    main.set(consumer);
    polling.set(true);
  }

  /** It has polled. */
  void polled() {
    polling.set(false);
  }

  ThreadStages stages() {
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

  /** Listener for partitions that cannot be read on where reading had stopped. Thread-safe. */
  @FunctionalInterface
  public interface LostPositions {
    /**
     * Accounts for them before they are begun anew.
     *
     * @return false to be told again; until then they are not read
     */
    boolean account(InvalidOffsetException lost);
  }
}
