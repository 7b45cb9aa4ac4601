package io.delaygate.gateway.handout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.Metric;

/**
 * Reads about as many records of a queue as are asked for.
 *
 * <p>A share consumer has a fixed number of records that it takes at a time, and each one that is
 * let go again counts as delivered: after ten times the broker gives it to nobody. So there are
 * consumers of several sizes, of which the largest that takes no more than asked for is waited for.
 * A new one gets its partition with the second heartbeat of its group, after some five seconds;
 * until then a smaller one reads.
 *
 * <p>A share consumer that was polled goes on fetching behind its owner's back until it has
 * something, and what it has is nobody else's for half a minute. So all that are open are polled
 * each time, whoever is waited for; one that was too large for a while is closed, which lets go of
 * what it has; and where nothing is wanted any more, what still comes has to be let go of.
 *
 * <p>For one thread.
 */
final class Readers implements AutoCloseable {
  /** The largest takes what two cores hand out in some 50 ms. */
  static final int[] SIZES = {1, 8, 64, 512};

  /** What a queue is waited for at a time: a little longer than brokers wait until they answer. */
  static final Duration WAIT = Duration.ofMillis(100);

  /** One that was on its way, and one to a question that came later. */
  private static final int ANSWERS = 2;

  /** Opening one takes longer than most demand swings. */
  private static final long TOO_LARGE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final String topic;
  private final IntFunction<KafkaShareConsumer<byte[], byte[]>> open;
  private final LongSupplier ticker;
  private final List<Reader> readers = new ArrayList<>();
  private boolean isKnownEmpty;

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
    add();
  }

  /** Waits for records, for no longer than {@link #WAIT}. */
  List<Read> poll(int most) {
    var now = ticker.getAsLong();
    var best = readers.get(0);
    for (var i = 1; i < SIZES.length && SIZES[i] <= most; i++) {
      var reader = i < readers.size() ? readers.get(i) : add();
      reader.neededAt = now;
      best = hasJoined(reader) ? reader : best;
    }
    closeTooLarge(now);
    var read = new ArrayList<Read>();
    for (var reader : readers) {
      if (reader != best) {
        read(reader, Duration.ZERO, read);
      }
    }
    read(best, read.isEmpty() ? WAIT : Duration.ZERO, read);
    isKnownEmpty = read.isEmpty() && best.answers() >= best.emptyFrom;
    if (isKnownEmpty) {
      read(best, Duration.ZERO, read);
      isKnownEmpty = read.isEmpty();
    }
    return read;
  }

  /** From now on it is to be found out whether the queue is empty. */
  void doubt() {
    readers.forEach(reader -> reader.emptyFrom = reader.answers() + ANSWERS);
  }

  /**
   * Whether the queue was empty at some time since {@link #doubt}. That the last poll brought
   * nothing does not say it: a busy broker takes longer than that to answer.
   */
  boolean isKnownEmpty() {
    return isKnownEmpty;
  }

  /** What comes though nothing is wanted any more; nothing more is asked for. */
  List<Read> rest() {
    var read = new ArrayList<Read>();
    for (var reader : readers) {
      if (reader.isFetching) {
        read(reader, read.isEmpty() ? WAIT : Duration.ZERO, read);
      }
    }
    return read;
  }

  /** Whether something may still come. */
  boolean isFetching() {
    return readers.stream().anyMatch(reader -> reader.isFetching);
  }

  /** Tells the brokers what was acknowledged, without waiting for them. */
  void commit() {
    readers.forEach(reader -> reader.consumer.commitAsync());
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

  private Reader add() {
    var consumer = open.apply(SIZES[readers.size()]);
    var reader = new Reader(consumer, ticker.getAsLong());
    reader.emptyFrom = ANSWERS;
    readers.add(reader);
    consumer.subscribe(List.of(topic));
    return reader;
  }

  private static void read(Reader reader, Duration wait, List<Read> into) {
    var records = reader.consumer.poll(wait);
    reader.isFetching = records.isEmpty();
    for (var record : records) {
      into.add(new Read(reader, record));
    }
  }

  /** In a thread of its own: callers need not wait for it. */
  private void closeTooLarge(long now) {
    var last = readers.get(readers.size() - 1);
    if (readers.size() > 1 && now - last.neededAt > TOO_LARGE_NANOS) {
      readers.remove(last);
      var closing = new Thread(() -> last.consumer.close(CLOSE), "closing a reader of " + topic);
      closing.setDaemon(true);
      closing.start();
    }
  }

  @Override
  public void close() {
    readers.forEach(reader -> reader.consumer.close(CLOSE));
  }
}
