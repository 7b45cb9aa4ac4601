package io.delaygate.gateway.handout;

import io.delaygate.schemas.shutdown.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.Metric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads about as many records of a queue as are asked for.
 *
 * <p>A share consumer has a fixed number of records that it takes at a time, and each one that is
 * let go again counts as delivered: after ten times the broker gives it to nobody. So there are
 * consumers of several sizes, powers of two, of which the largest that takes no more than asked for
 * is waited for: less than half of what is asked for would keep callers waiting for one look after
 * the other. A new one gets its partition with the second heartbeat of its group, after some five
 * seconds; until then a smaller one reads.
 *
 * <p>A share consumer that was polled goes on fetching behind its owner's back until it has
 * something, and what it has is nobody else's for half a minute. So all that are open are polled
 * each time, whoever is waited for; one that was not needed for a while is closed, which lets go of
 * what it has; and where nothing is wanted any more, what still comes has to be let go of.
 *
 * <p>For one thread.
 */
final class Readers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Readers.class);

  /** What two cores hand out in some 50 ms. */
  static final int LARGEST = 512;

  /** What a queue is waited for at a time: a little longer than brokers wait until they answer. */
  static final Duration WAIT = Duration.ofMillis(100);

  /**
   * What one reader is waited for at a time, at least: meanwhile a record may lie in another. Nor
   * does a consumer ask again before its next poll when it was given the marker of a transaction
   * alone.
   */
  private static final Duration TURN = Duration.ofMillis(5);

  /** A turn takes so much of the time in which nothing came: idle queues are polled rarely. */
  private static final int TURNS = 10;

  /** One that was on its way, and one to a question that came later. */
  private static final int ANSWERS = 2;

  /** Opening one takes longer than most demand swings. */
  static final long UNNEEDED_NANOS = Duration.ofSeconds(10).toNanos();

  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final String topic;
  private final IntFunction<KafkaShareConsumer<byte[], byte[]>> open;
  private final LongSupplier ticker;

  /** By size; the smallest is always there. */
  private final NavigableMap<Integer, Reader> readers = new TreeMap<>();

  private final Reader smallest;

  private boolean isKnownEmpty;

  private long cameAt;

  private static final class Reader {
    private final KafkaShareConsumer<byte[], byte[]> consumer;
    private final Metric answers;
    private long neededAt;
    private boolean isFetching;
    private double emptyFrom;

    private Reader(KafkaShareConsumer<byte[], byte[]> consumer, long now) {
      this.consumer = consumer;
      this.answers = answersTo(consumer);
      this.neededAt = now;
    }

    /** Of brokers to fetches and acknowledgements; what they brought can be polled. */
    private double answers() {
      return (double) answers.metricValue();
    }
  }

  /** A record, and who has to acknowledge it. */
  static final class Read {
    private final Reader reader;
    private final ConsumerRecord<byte[], byte[]> record;

    private Read(Reader reader, ConsumerRecord<byte[], byte[]> record) {
      this.reader = reader;
      this.record = record;
    }

    ConsumerRecord<byte[], byte[]> record() {
      return record;
    }

    /** Says what became of it; all of a poll are acknowledged before the next. */
    void acknowledge(AcknowledgeType type) {
      reader.consumer.acknowledge(record, type);
    }
  }

  /**
   * Readers of a topic.
   *
   * @param open a consumer that takes so many records at a time
   * @param ticker monotonic nanoseconds
   */
  Readers(String topic, IntFunction<KafkaShareConsumer<byte[], byte[]>> open, LongSupplier ticker) {
    this.topic = topic;
    this.open = open;
    this.ticker = ticker;
    this.cameAt = ticker.getAsLong();
    this.smallest = add(1);
    readers.put(1, smallest);
  }

  /** The size that suits a demand of 1 or more. */
  static int size(int most) {
    return Math.min(Integer.highestOneBit(most), LARGEST);
  }

  /**
   * Waits for records.
   *
   * @param most how many are wanted, 1 or more
   * @param wait for no longer; zero looks at what has come
   */
  List<Read> poll(int most, Duration wait) {
    var best = best(size(most));
    var read = new ArrayList<Read>();
    var turn = wait.isZero() ? wait : turn();
    var left = wait;
    do {
      for (var reader : readers.values()) {
        if (reader != best) {
          read(reader, Duration.ZERO, read);
        }
      }
      read(best, read.isEmpty() ? turn : Duration.ZERO, read);
      left = left.minus(turn);
    } while (read.isEmpty() && left.toNanos() > 0);
    if (!read.isEmpty()) {
      cameAt = ticker.getAsLong();
    }
    isKnownEmpty = read.isEmpty() && best.answers() >= best.emptyFrom;
    if (isKnownEmpty) {
      read(best, Duration.ZERO, read);
      isKnownEmpty = read.isEmpty();
    }
    return read;
  }

  private Duration turn() {
    var part = (ticker.getAsLong() - cameAt) / TURNS;
    return Duration.ofNanos(Math.min(Math.max(part, TURN.toNanos()), WAIT.toNanos()));
  }

  /** From now on it is to be found out whether the queue is empty. */
  void doubt() {
    readers.values().forEach(reader -> reader.emptyFrom = reader.answers() + ANSWERS);
  }

  /**
   * Whether the queue was empty at some time since {@link #doubt}. That the last poll brought
   * nothing does not say it: a busy broker takes longer than that to answer.
   */
  boolean isKnownEmpty() {
    return isKnownEmpty;
  }

  /** What comes in that time though nothing is wanted any more; nothing more is asked for. */
  List<Read> rest(Duration wait) {
    var read = new ArrayList<Read>();
    for (var reader : readers.values()) {
      if (reader.isFetching) {
        read(reader, read.isEmpty() ? wait : Duration.ZERO, read);
      }
    }
    return read;
  }

  /** Whether something may still come. */
  boolean isFetching() {
    return readers.values().stream().anyMatch(reader -> reader.isFetching);
  }

  /** Tells the brokers what was acknowledged, without waiting for them. */
  void commit() {
    readers.values().forEach(reader -> reader.consumer.commitAsync());
  }

  /** Nobody is answered before: that takes a heartbeat of the share group. */
  private static boolean hasJoined(Reader reader) {
    return reader.answers() > 0;
  }

  /** The consumer itself does not tell an empty answer from none. */
  private static Metric answersTo(KafkaShareConsumer<byte[], byte[]> consumer) {
    return consumer.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("fetch-total"))
        .filter(metric -> metric.metricName().tags().size() == 1)
        .findFirst()
        .orElseThrow();
  }

  /** The one of that size or, until it has joined, the next smaller one that has. */
  private Reader best(int size) {
    var now = ticker.getAsLong();
    readers.computeIfAbsent(size, this::add).neededAt = now;
    var joined = readers.headMap(size, true).descendingMap().values().stream();
    var best = joined.filter(Readers::hasJoined).findFirst().orElse(smallest);
    best.neededAt = now;
    closeUnneeded(now);
    return best;
  }

  private Reader add(int size) {
    var consumer = open.apply(size);
    try {
      var reader = new Reader(consumer, ticker.getAsLong());
      reader.emptyFrom = ANSWERS;
      consumer.subscribe(List.of(topic));
      return reader;
    } catch (RuntimeException | Error failed) {
      consumer.close(Duration.ZERO);
      throw failed;
    }
  }

  private static void read(Reader reader, Duration wait, List<Read> into) {
    var records = reader.consumer.poll(wait);
    reader.isFetching = records.isEmpty();
    for (var record : records) {
      into.add(new Read(reader, record));
    }
  }

  private void closeUnneeded(long now) {
    var unneeded =
        readers.tailMap(1, false).values().stream()
            .filter(reader -> now - reader.neededAt > UNNEEDED_NANOS)
            .toList();
    readers.values().removeAll(unneeded);
    unneeded.forEach(this::close);
  }

  /** In a thread of its own: callers need not wait for it. */
  private Thread close(Reader reader) {
    var closing = new Thread(() -> closeNow(reader.consumer), "closing a reader of " + topic);
    closing.setDaemon(true);
    closing.start();
    return closing;
  }

  private static void closeNow(KafkaShareConsumer<byte[], byte[]> consumer) {
    try {
      consumer.close(CLOSE);
    } catch (RuntimeException failed) { // what it held is free again after half a minute
      LOG.atDebug().setCause(failed).log("A reader of a queue could not be closed in order");
    }
  }

  /** Side by side: where brokers are away, each takes its whole time. */
  @Override
  public void close() {
    var closing = readers.values().stream().map(this::close).toList();
    var deadline = Deadline.in(CLOSE.plus(CLOSE), ticker);
    try {
      for (var one : closing) {
        one.join(deadline.left().plusMillis(1).toMillis()); // zero would be for ever
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
