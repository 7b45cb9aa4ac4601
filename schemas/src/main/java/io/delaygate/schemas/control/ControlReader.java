package io.delaygate.schemas.control;

import io.delaygate.schemas.command.DefaultsParser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that follows {@code delay-control}. When its consumer fails it takes a new one, for
 * ever, and reads from the beginning again; the last view counts until then. Thread-safe.
 */
public final class ControlReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlReader.class);

  /** Between two tries at what does not work now: soon enough for people, rare enough for logs. */
  private static final long PAUSE_MS = 1_000;

  /** Holds up nothing but a stop, which wakes it. */
  private static final Duration POLL = Duration.ofSeconds(5);

  /**
   * After so many polls without a record the end is looked at: a client whose topic was deleted, or
   * made anew, does not fail.
   */
  private static final int QUIET_POLLS = 6;

  /** There is nothing to commit. */
  private static final CloseOptions CLOSE = CloseOptions.timeout(Duration.ofSeconds(1));

  private final String topic;
  private final DefaultsParser defaults;
  private final Supplier<Consumer<byte[], byte[]>> connect;
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "control");
  private volatile @Nullable Consumer<byte[], byte[]> current;
  private volatile ControlView view = ControlView.EMPTY;
  private volatile @Nullable String obstacle = "its records were not read yet";

  /**
   * Reads nothing before {@link #start}.
   *
   * @param connect opens consumers that belong to no group
   */
  public ControlReader(
      String topic, DefaultsParser defaults, Supplier<Consumer<byte[], byte[]>> connect) {
    this.topic = topic;
    this.defaults = defaults;
    this.connect = connect;
    thread.setDaemon(true);
  }

  /** Begins to read. */
  public void start() {
    thread.start();
  }

  /**
   * Waits until all records that there are have been read once.
   *
   * @return false if they could not be read in that time
   */
  public boolean awaitLoaded(Duration longest) {
    try {
      return loaded.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether all records that there were at first have been read. */
  public boolean isLoaded() {
    return loaded.getCount() == 0;
  }

  /** The last view; an empty one before the first. */
  public ControlView view() {
    return view;
  }

  /** Why the topic is not followed now; empty when it is. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(obstacle).map(why -> "topic '" + topic + "': " + why);
  }

  /** Stops reading; waits for the thread, but not for a broker that is away. */
  @Override
  public void close() {
    closing.countDown();
    var consumer = current;
    if (consumer != null) {
      consumer.wakeup();
    }
    try {
      thread.join(2 * PAUSE_MS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** The thread's outermost loop: whatever happens inside, it goes on. */
  private void run() {
    do {
      try {
        readWithOneConsumer();
      } catch (WakeupException stop) {
        // close() is the only one to wake it
      } catch (RuntimeException | Error failed) {
        hinder("it cannot be read: " + failed);
      }
    } while (!pause());
  }

  private void readWithOneConsumer() {
    var consumer = connect.get();
    current = consumer;
    try {
      var partitions = partitions(consumer);
      if (partitions.isEmpty()) {
        hinder("it does not exist");
        return;
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      follow(consumer, partitions);
    } finally {
      current = null;
      consumer.close(CLOSE);
    }
  }

  private void follow(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    var records = new ControlRecords(defaults);
    var ends = consumer.endOffsets(partitions);
    var quiet = 0;
    while (closing.getCount() > 0) {
      if (ends.entrySet().stream().allMatch(e -> consumer.position(e.getKey()) >= e.getValue())) {
        publish(records.view());
      }
      var polled = consumer.poll(POLL);
      polled.forEach(record -> take(records, record));
      quiet = polled.isEmpty() ? quiet + 1 : 0;
      if (quiet == QUIET_POLLS) {
        verify(consumer, partitions);
        quiet = 0;
      }
    }
  }

  private void publish(ControlView read) {
    if (!read.equals(view)) {
      view = read;
      LOG.info("Targets that something is decided about: {}", read.targets());
    }
    obstacle = null;
    loaded.countDown();
  }

  private void verify(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    var ends = consumer.endOffsets(partitions);
    if (!partitions.equals(partitions(consumer))
        || ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) > e.getValue())) {
      throw new IllegalStateException("the topic was made anew");
    }
  }

  private List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  private static void take(ControlRecords records, ConsumerRecord<byte[], byte[]> record) {
    try {
      records.take(record);
    } catch (IllegalArgumentException unreadable) {
      LOG.error(
          "A record of {}-{} at offset {} cannot be read and counts as not there: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          unreadable.getMessage());
    }
  }

  /** Says each obstacle once, not each try. */
  private void hinder(String why) {
    if (!why.equals(obstacle)) {
      obstacle = why;
      LOG.warn("What is decided about targets is not followed: topic '{}': {}", topic, why);
    }
  }

  /** True when it is time to stop. */
  private boolean pause() {
    try {
      return closing.await(PAUSE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException nobodyDoesThis) {
      return closing.getCount() == 0;
    }
  }
}
