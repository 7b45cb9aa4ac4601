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
 * Transactional producers of trials, one for each trial thread, with ids of their own. A producer
 * whose transaction cannot be aborted is given up, since its id would stay blocked. Thread-safe.
 */
public final class TrialProducers {
  private final ProducerFactory factory;
  private final String prefix;
  private final Consumer<String> fence;
  private final AtomicReference<@Nullable Map<String, Object>> config = new AtomicReference<>();
  private final Map<Thread, Own> own = new ConcurrentHashMap<>();

  /**
   * Creates an empty set; a producer is made when a trial needs one.
   *
   * @param prefix of the transactional ids
   * @param fence aborts the open transaction of an id
   */
  public TrialProducers(ProducerFactory factory, String prefix, Consumer<String> fence) {
    this.factory = factory;
    this.prefix = prefix;
    this.fence = fence;
  }

  /** Sets the settings of the tasks' producers, which those of trials are based on. */
  void follow(Map<String, Object> tasks) {
    config.compareAndSet(null, new HashMap<>(tasks)); // a setting may be null
  }

  /** Initialised producer of the calling thread. */
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
      throw new IllegalStateException("no task has created a producer yet");
    }
    settings.putAll(tasks);
    settings.putAll(TrialRunner.limits());
    var id = prefix + "-trial-" + UUID.randomUUID().toString().substring(0, 8);
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, id);
    return new Own(id, factory.create(settings));
  }

  /** Gives up the calling thread's producer; the next call of {@link #own()} makes another one. */
  void giveUpOwn() {
    var mine = own.remove(Thread.currentThread());
    if (mine != null) {
      fence.accept(mine.id);
      mine.producer.close(TrialRunner.closing());
    }
  }

  /** Runs a thread's work, and then closes its producer. */
  void closeAfter(Runnable work) {
    try {
      work.run();
    } finally {
      var mine = own.remove(Thread.currentThread());
      if (mine != null) {
        Thread.interrupted(); // an interrupt that ended a trial would end the close too
        mine.producer.close(TrialRunner.closing());
      }
    }
  }

  private record Own(String id, Producer<byte[], byte[]> producer) {}
}
