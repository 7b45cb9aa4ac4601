package io.delaygate.scheduler.clients;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pool of transactional producers of one stream thread, with disposable transactional ids. Two
 * producers take turns, so that a transaction never waits for the end of the one before; an
 * initialised spare replaces a producer that is given up.
 *
 * <p>Two, since a commit returns when it is decided, and the brokers write its markers later. Until
 * then the first send of the next transaction of the same id gets CONCURRENT_TRANSACTIONS, and both
 * the broker (20 ms, {@code add.partitions.to.txn.retry.backoff.ms}) and the client wait before
 * they retry: with a commit every 25 ms that is most of the lateness of a plain reader. Flink uses
 * a producer pool for the same reason. The records of a transaction are all in their logs before it
 * commits, so they precede those of the next one; {@code read_committed} readers, and restores,
 * wait for the earlier one's markers. The group coordinator keeps the offsets of both apart, and
 * older ones never replace newer ones, whichever transaction ends first ({@code
 * OffsetMetadataManager}).
 *
 * <p>Disposable, since a transaction with a partition that lacks replicas blocks its id, also for
 * the next producer with this id, until the replicas are back; a fresh id works at once. And a
 * partition that lost its last leader may keep a record of a transaction that was rolled back,
 * which the next commit of the same id would publish: so an id is given up after each roll-back.
 * The group's generation fences a zombie ({@link FencingOffsets}), not its ids.
 *
 * <p>For the stream thread, except where a method allows any thread.
 */
final class ProducerPool {
  private static final Logger LOG = LoggerFactory.getLogger(ProducerPool.class);

  /** Number of producers that take turns. */
  private static final int IN_TURN = 2;

  /**
   * Number of tries, each of {@code max.block.ms}, 2 s; in all, less than a broker's restart may
   * take.
   */
  private static final int INIT_TRIES = 10;

  private final ProducerFactory factory;
  private final Map<String, Object> config;
  private final Executor background;
  private final String series = UUID.randomUUID().toString().substring(0, 8);
  private final Deque<Member> inTurn = new ArrayDeque<>();
  private final Deque<Member> spares = new ArrayDeque<>();
  private final Set<String> ids = ConcurrentHashMap.newKeySet();
  private final TopicTimes written = new TopicTimes();
  private Member current;
  private int made;
  private int coming;
  private boolean isClosed;

  /**
   * Creates a pool with its first producer, which is not initialised.
   *
   * @param config with the prefixes of all transactional ids and client ids
   * @param background makes spares and closes producers
   */
  ProducerPool(ProducerFactory factory, Map<String, Object> config, Executor background) {
    this.factory = factory;
    this.config = config;
    this.background = background;
    current = make();
    inTurn.add(current);
  }

  /** Initialises the first producer; the others follow in the background. */
  void initialise() {
    current.producer.initTransactions();
    refill();
  }

  /** Producer of the open or last transaction. */
  Member current() {
    return current;
  }

  /** Takes the next producer in turn. */
  Member next() {
    dropStale();
    takeSpares();
    var turn = turn();
    var next = turn == null ? initialisedPatiently() : turn;
    current = next;
    comesAgain(next);
    refill();
    return next;
  }

  private synchronized @Nullable Member turn() {
    return inTurn.poll();
  }

  private synchronized void comesAgain(Member member) {
    inTurn.add(member);
  }

  /** Gives up all producers that take turns, since their transactions may hang or be open. */
  synchronized void giveUpAll() {
    inTurn.forEach(this::close);
    inTurn.clear();
  }

  /** Gives up all producers that know a topic, before their next transactions. Any thread. */
  synchronized void forget(String topic) {
    for (var member : inTurn) {
      member.isStale |= member.topics.mayHave(topic);
    }
  }

  /** Whether a transaction wrote to a topic within the last seconds. */
  boolean isWritten(String topic, long now) {
    return written.has(topic, now);
  }

  /** Notes that the current producer's transaction writes to a topic. */
  void written(String topic, long now) {
    written.use(topic, now);
    current.topics.use(topic, now);
    current.known.use(topic, now);
  }

  /**
   * Makes each producer that does not know a topic ask about it, on these threads.
   *
   * @return whether all producers knew it
   */
  boolean learn(String topic, long now, Executor threads) {
    var isKnown = true;
    for (var member : ready()) {
      if (!member.knows(topic, now)) {
        isKnown = false;
        member.ask(topic, now, threads);
      }
    }
    return isKnown;
  }

  /** Producers of the next transactions. */
  private synchronized List<Member> ready() {
    return inTurn.size() < IN_TURN
        ? Stream.concat(inTurn.stream(), spares.stream()).toList()
        : List.copyOf(inTurn);
  }

  /** Whether a transactional id is in use here. Any thread. */
  boolean isOwn(String transactionalId) {
    return ids.contains(transactionalId);
  }

  /**
   * Whether a transactional id belongs to the process that had this state directory before: it has
   * the prefix of this pool, and is not in use here. Any thread.
   */
  boolean isOfPredecessor(String transactionalId) {
    return transactionalId.startsWith(base() + "-") && !isOwn(transactionalId);
  }

  private Object base() {
    return Objects.requireNonNull(config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG));
  }

  /** Metrics of the producers that take turns. Any thread. */
  synchronized Stream<Metric> metrics() {
    // a copy, since the stream is read later
    return List.copyOf(inTurn).stream()
        .flatMap(member -> member.producer.metrics().values().stream());
  }

  /** Closes all producers; one that is still being made is closed when it is ready. */
  synchronized void closeAll(Duration timeout) {
    isClosed = true;
    inTurn.forEach(member -> closeNow(member, timeout));
    spares.forEach(member -> closeNow(member, Duration.ZERO));
    spares.clear();
  }

  private synchronized void dropStale() {
    inTurn.stream().filter(member -> member.isStale).forEach(this::close);
    inTurn.removeIf(member -> member.isStale);
  }

  private synchronized void takeSpares() {
    while (inTurn.size() < IN_TURN && !spares.isEmpty()) {
      inTurn.addFirst(spares.remove());
    }
  }

  /** Makes and initialises a producer on this thread. */
  private Member initialised() {
    var member = make();
    try {
      member.producer.initTransactions();
      return member;
    } catch (RuntimeException failed) {
      close(member);
      throw failed;
    }
  }

  /**
   * The same with retries: Streams ends a thread whose transaction cannot begin, for example while
   * brokers are away.
   */
  private Member initialisedPatiently() {
    for (var left = INIT_TRIES; ; left--) {
      try {
        return initialised();
      } catch (TimeoutException unanswered) {
        if (left == 1) {
          throw unanswered;
        }
      }
    }
  }

  private synchronized void refill() {
    while (!isClosed && inTurn.size() + spares.size() + coming <= IN_TURN) {
      coming++;
      background.execute(this::makeSpare);
    }
  }

  private void makeSpare() {
    Member member = null;
    try {
      member = initialised();
    } catch (KafkaException unanswered) { // the next transaction requests another one
      LOG.atDebug().setCause(unanswered).log("A spare producer could not be initialised");
    } finally {
      came(member);
    }
  }

  private void came(@Nullable Member member) {
    synchronized (this) {
      coming--;
      if (member != null && !isClosed) {
        spares.add(member);
        return;
      }
    }
    if (member != null) {
      closeNow(member, Duration.ZERO);
    }
  }

  private Member make() {
    var number = number();
    var own = new HashMap<>(config);
    var id = base() + "-" + series + "-" + number;
    own.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    own.computeIfPresent(ProducerConfig.CLIENT_ID_CONFIG, (key, name) -> name + "-" + number);
    ids.add(id);
    return new Member(id, factory.create(own));
  }

  private synchronized int number() {
    return ++made;
  }

  private void close(Member member) {
    ids.remove(member.id);
    background.execute(() -> closeNow(member, Duration.ZERO));
  }

  private void closeNow(Member member, Duration timeout) {
    ids.remove(member.id);
    try {
      member.producer.close(timeout);
    } catch (RuntimeException failed) {
      LOG.atDebug().setCause(failed).log("A producer could not be closed cleanly");
    }
  }

  /** Producer of the pool, with its transactional id and the topics that it knows. */
  static final class Member {
    private final String id;
    private final Producer<byte[], byte[]> producer;
    private final TopicTimes topics = new TopicTimes();
    private final TopicTimes known = new TopicTimes();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Map<MetricName, Metric> firstMetrics;
    private volatile boolean isStale;
    private @Nullable Metric throttle;

    private Member(String id, Producer<byte[], byte[]> producer) {
      this.id = id;
      this.producer = producer;
      this.firstMetrics = Map.copyOf(producer.metrics());
    }

    /**
     * Metrics of the producer, with those of its creation even after it is closed. Kafka Streams
     * reads them when it replaces a producer, and the thread would end if they were missing.
     */
    Map<MetricName, Metric> metrics() {
      var all = new HashMap<>(firstMetrics);
      all.putAll(producer.metrics());
      return all;
    }

    String id() {
      return id;
    }

    Producer<byte[], byte[]> producer() {
      return producer;
    }

    /** Whether brokers delayed its requests lately because of a quota. */
    boolean isThrottled() {
      var metric = throttleMetric();
      return metric != null && metric.metricValue() instanceof Double ms && ms > 0;
    }

    private @Nullable Metric throttleMetric() {
      if (throttle == null) {
        throttle =
            producer.metrics().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals("produce-throttle-time-max"))
                .findFirst()
                .<Metric>map(Map.Entry::getValue)
                .orElse(null);
      }
      return throttle;
    }

    /** Whether the producer knows a topic without asking the brokers. */
    boolean knows(String topic, long now) {
      return known.has(topic, now);
    }

    private void ask(String topic, long now, Executor threads) {
      if (asked.add(topic)) {
        try {
          threads.execute(() -> ask(topic, now));
        } catch (RejectedExecutionException tooMany) { // the next use asks again
          asked.remove(topic);
        }
      }
    }

    /**
     * Asks about a topic; with or without an answer, the producer repeats the request for a while.
     */
    private void ask(String topic, long now) {
      topics.use(topic, now);
      try {
        producer.partitionsFor(topic);
        known.use(topic, now);
      } catch (RuntimeException unanswered) { // the first record asks again
        LOG.atDebug()
            .setCause(unanswered)
            .log(
                "A producer could not fetch the metadata of a"
                    + " topic ahead of its first record");
      } finally {
        asked.remove(topic);
      }
    }
  }
}
