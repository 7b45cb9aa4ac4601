package io.delaygate.service.control;

import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.reading.ConsumerLoop;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of {@code delay-control} that keeps the current view of its decisions. When its consumer
 * fails, it opens a new one and reads from the beginning; until then the last view stays in force.
 * Thread-safe.
 */
public final class ControlReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlReader.class);

  /** Only a stop waits for a poll, and a stop wakes it up. */
  private static final Duration POLL = Duration.ofSeconds(5);

  /**
   * Polls without a record before the topic is checked: a consumer does not fail when its topic is
   * deleted or recreated.
   */
  private static final int QUIET_POLLS = 6;

  private final String topic;
  private final TopicNames names;
  private final DefaultsParser defaults;
  private final OperationRecords operations;
  private final ConsumerLoop thread;
  private final CountDownLatch loaded = new CountDownLatch(1);
  private volatile ControlView view = ControlView.EMPTY;
  private volatile @Nullable String obstacle = "its records have not been read yet";

  /** The obstacle that was logged last; empty again after a poll that succeeded. */
  private String logged = "";

  private final NavigableMap<Long, CompletableFuture<Void>> awaited = new ConcurrentSkipListMap<>();
  private volatile long position;

  /**
   * A reader that begins with {@link #start}.
   *
   * @param connect opens consumers that belong to no group
   */
  public ControlReader(
      TopicNames names, DefaultsParser defaults, Supplier<Consumer<byte[], byte[]>> connect) {
    this(names, defaults, connect, OperationRecords.NONE);
  }

  /**
   * The same.
   *
   * @param operations gets the records about operations
   */
  public ControlReader(
      TopicNames names,
      DefaultsParser defaults,
      Supplier<Consumer<byte[], byte[]>> connect,
      OperationRecords operations) {
    this.topic = names.control();
    this.names = names;
    this.defaults = defaults;
    this.operations = operations;
    this.thread = new ConsumerLoop("control", connect, new Following());
  }

  /** Starts reading. */
  public void start() {
    thread.start();
  }

  /**
   * Waits until all present records have been read once.
   *
   * @return false if they were not read in that time
   */
  public boolean awaitLoaded(Duration longest) {
    try {
      return loaded.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether all records present at the start have been read. */
  public boolean isLoaded() {
    return loaded.getCount() == 0;
  }

  /** The current view; empty before the first. */
  public ControlView view() {
    return view;
  }

  /**
   * Waits until the record at an offset was read and is in force. It gives up after a second, as
   * the caller must get an answer even when nothing can be read.
   *
   * @return completes in any case, on a thread that must not be blocked
   */
  public CompletableFuture<Void> awaitRead(long offset) {
    var read = awaited.computeIfAbsent(offset, none -> new CompletableFuture<>());
    if (position > offset) {
      tellReaders();
    }
    return read.copy()
        .completeOnTimeout(null, 1, TimeUnit.SECONDS)
        .thenRun(() -> awaited.remove(offset));
  }

  /** The reason why the topic is not read now; empty when it is read. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(obstacle).map(why -> "topic '" + topic + "': " + why);
  }

  /** Stops reading; waits for the thread, but not for a broker that does not answer. */
  @Override
  public void close() {
    thread.close();
  }

  private final class Following implements ConsumerLoop.Reading {
    @Override
    public void read(Consumer<byte[], byte[]> consumer) {
      var partitions = partitions(consumer);
      if (partitions.isEmpty()) {
        hinder("it does not exist", null);
        return;
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      follow(consumer, partitions);
    }

    @Override
    public void failed(Throwable failure) {
      hinder("it cannot be read", failure);
    }
  }

  private void follow(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    var records = new ControlRecords(names, defaults, operations);
    operations.restart();
    var ends = consumer.endOffsets(partitions);
    var quiet = 0;
    while (!thread.isClosing()) {
      if (ends.entrySet().stream().allMatch(e -> consumer.position(e.getKey()) >= e.getValue())) {
        operations.upToDate();
        publish(records.view());
        position = partitions.stream().mapToLong(consumer::position).max().orElse(0);
        tellReaders();
      }
      var polled = consumer.poll(POLL);
      logged = "";
      polled.forEach(record -> take(records, record));
      quiet = polled.isEmpty() ? quiet + 1 : 0;
      if (quiet == QUIET_POLLS) {
        verify(consumer, partitions);
        quiet = 0;
      }
    }
  }

  private void tellReaders() {
    awaited.headMap(position).values().forEach(waiting -> waiting.complete(null));
  }

  private void publish(ControlView read) {
    if (!read.equals(view)) {
      view = read;
      int callers = read.tokens().size();
      LOG.atInfo()
          .addKeyValue(LogKey.TARGETS.key(), ControlText.of(read.targets()))
          .addKeyValue(LogKey.NAMESPACES.key(), read.namespaces().size())
          .addKeyValue(LogKey.CALLERS.key(), callers)
          .addKeyValue(LogKey.ENDPOINTS.key(), read.endpoints().size())
          .log("Decisions about targets, namespaces and endpoints were read and are in force");
    }
    obstacle = null;
    loaded.countDown();
  }

  private void verify(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    var ends = consumer.endOffsets(partitions);
    if (!partitions.equals(partitions(consumer))
        || ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) > e.getValue())) {
      throw new IllegalStateException("the topic was recreated");
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
      LOG.atError()
          .addKeyValue(LogKey.TOPIC.key(), record.topic())
          .addKeyValue(LogKey.PARTITION.key(), record.partition())
          .addKeyValue(LogKey.OFFSET.key(), record.offset())
          .addKeyValue(LogKey.WHY.key(), unreadable.getMessage())
          .log("A decision is not valid and is ignored");
    }
  }

  /**
   * Logs each obstacle once, not at each try. A reader without the right to read finds the end of
   * an empty topic each time, and fails only then. The log alone names the failure: an obstacle is
   * shown to every caller of the readiness probe.
   */
  private void hinder(String why, @Nullable Throwable failure) {
    obstacle = why;
    var kind = failure == null ? why : why + " " + failure.getClass();
    if (!kind.equals(logged)) {
      logged = kind;
      var line =
          LOG.atWarn().addKeyValue(LogKey.TOPIC.key(), topic).addKeyValue(LogKey.WHY.key(), why);
      if (failure != null) {
        line = line.addKeyValue(LogKey.FAILURE.key(), failure.toString());
      }
      line.log(
          "New decisions about targets are not read; the last ones that were read stay in force");
    }
  }
}
