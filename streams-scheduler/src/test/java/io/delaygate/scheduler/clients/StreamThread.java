package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.ops.TestMetrics;
import io.delaygate.scheduler.store.ThreadTransactions;
import io.delaygate.scheduler.targets.BreakerDecision;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Clients of one stream thread, without brokers. The test's own thread is the stream thread. */
final class StreamThread implements AutoCloseable {
  private static final long NOW = 1_000_000;

  private final AtomicLong nanos = new AtomicLong(1);
  private final List<String> fenced = new ArrayList<>();
  private final List<String> tooLarge = new ArrayList<>();
  private final List<Runnable> flushes = new ArrayList<>();
  private final ProducersOnPaper producers = new ProducersOnPaper();
  private final CircuitBreaker breaker = new CircuitBreaker();
  private final TransactionVolume volume = new TransactionVolume(nanos::get);
  private final AdaptiveCommitTrigger commits =
      new AdaptiveCommitTrigger(Duration.ofMillis(25), nanos::get, volume::isFull);
  private final PollBound poll = new PollBound(() -> NOW, commits);
  private final FailedTasks unsound = new FailedTasks(() -> true);
  private final NewTopics newTopics = new NewTopics(nanos::get);
  private final SharedClients shared = shared();
  private final BoundedPollClients clients =
      new BoundedPollClients(
          shared,
          lost -> true,
          TestMetrics.fresh(),
          new ThreadTransactions(true),
          new BackgroundFailures(() -> 0));
  private final ProducerPool pool =
      new ProducerPool(producers, Map.of("transactional.id", "delaygate"), Runnable::run);
  private final Consumer<byte[], byte[]> consumer =
      clients.getConsumer(Map.of("bootstrap.servers", "127.0.0.1:1"));

  /** The producer as Kafka Streams gets it, initialised. */
  Producer<byte[], byte[]> producer() {
    var producer = new TransactionalProducer(pool, new ThreadClients(clients, shared));
    producer.initTransactions();
    return producer;
  }

  ProducersOnPaper producers() {
    return producers;
  }

  ProducerPool pool() {
    return pool;
  }

  PollBound poll() {
    return poll;
  }

  FailedTasks unsound() {
    return unsound;
  }

  NewTopics newTopics() {
    return newTopics;
  }

  TransactionVolume volume() {
    return volume;
  }

  AtomicLong nanos() {
    return nanos;
  }

  /** Transactional ids that were fenced. */
  List<String> fenced() {
    return fenced;
  }

  /** Flushes that were begun in other threads. */
  List<Runnable> flushes() {
    return flushes;
  }

  List<String> tooLarge() {
    return tooLarge;
  }

  CircuitBreaker breaker() {
    return breaker;
  }

  /** The breaker's present decision about a record. */
  BreakerDecision passage(TopicPartition partition) {
    return breaker.passage(partition, null, NOW);
  }

  /** Polls with the main consumer, which has no brokers and no partitions. */
  void pollOnce() {
    consumer.poll(Duration.ZERO);
  }

  @Override
  public void close() {
    consumer.close();
  }

  private SharedClients shared() {
    return new SharedClients(
        producers,
        poll,
        commits,
        volume,
        unsound,
        newTopics,
        breaker,
        new TransactionFencing(admin()),
        new TrialProducers(producers, "delaygate", id -> {}),
        directory(),
        () -> NOW,
        nanos::get,
        flushes::add, // mock producers have no lingering records
        topic -> topic.startsWith("delaygate-"),
        (topic, bytes) -> tooLarge.add(topic));
  }

  /** An admin client that records which ids are fenced, without a result. */
  private Admin admin() {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, this::asked);
  }

  private @Nullable Object asked(Object admin, Method method, Object[] arguments) {
    if (!method.getName().equals("fenceProducers")) {
      throw new KafkaException("no broker is there");
    }
    ((Collection<?>) arguments[0]).forEach(id -> fenced.add((String) id));
    return null;
  }

  private static TopicDirectory directory() {
    return new TopicDirectory() {
      @Override
      public TopicStatus status(String topic) {
        return new TopicStatus.Missing();
      }

      @Override
      public void doubt() {}
    };
  }
}
