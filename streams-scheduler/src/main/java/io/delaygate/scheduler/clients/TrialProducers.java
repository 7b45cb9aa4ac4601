package io.delaygate.scheduler.clients;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Producers of trials, one for each thread that tries, with ids of their own. A producer whose
 * transaction cannot be aborted is given up: its id would stay blocked. Thread-safe.
 */
public final class TrialProducers {
  private final ProducerFactory factory;
  private final String prefix;
  private final Consumer<String> fence;
  private final AtomicReference<@Nullable Map<String, Object>> config = new AtomicReference<>();
  private final Map<Thread, Own> own = new ConcurrentHashMap<>();

  /**
   * Producers that are made when a trial needs one.
   *
   * @param prefix what transactional ids begin with
   * @param fence aborts the open transaction of an id
   */
  public TrialProducers(ProducerFactory factory, String prefix, Consumer<String> fence) {
    this.factory = factory;
    this.prefix = prefix;
    this.fence = fence;
  }

  /** The settings of the tasks' producers, which those of trials are made of. */
  void follow(Map<String, Object> tasks) {
    config.compareAndSet(null, new HashMap<>(tasks)); // a setting may be null
  }

  /** The calling thread's producer, initialised. */
  Producer<byte[], byte[]> own() {
    var mine = own.get(Thread.currentThread());
    if (mine == null) {
      mine = make();
      own.put(Thread.currentThread(), mine);
      mine.producer.initTransactions();
    }
    return mine.producer;
  }

  private Own make() {
    var settings = new HashMap<String, Object>();
    var tasks = config.get();
    if (tasks == null) {
      throw new IllegalStateException("no task has a producer yet");
    }
    settings.putAll(tasks);
    settings.putAll(TrialRunner.limits());
    var id = prefix + "-trial-" + UUID.randomUUID().toString().substring(0, 8);
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, id);
    return new Own(id, factory.create(settings));
  }

  /** The calling thread's next producer is another one. */
  void giveUpOwn() {
    var mine = own.remove(Thread.currentThread());
    if (mine != null) {
      fence.accept(mine.id);
      mine.producer.close(TrialRunner.closing());
    }
  }

  /** Does a thread's work, and closes its producer then. */
  void closeAfter(Runnable work) {
    try {
      work.run();
    } finally {
      var mine = own.remove(Thread.currentThread());
      if (mine != null) {
        Thread.interrupted(); // ends a trial, and would end the closing of its producer too
        mine.producer.close(TrialRunner.closing());
      }
    }
  }

  private record Own(String id, Producer<byte[], byte[]> producer) {}
}
