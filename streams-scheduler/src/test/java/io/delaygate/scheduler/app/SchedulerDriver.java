package io.delaygate.scheduler.app;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.app.Setup.Clocks;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.ops.TestMetrics;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.scheduler.store.RocksMemory;
import io.delaygate.scheduler.store.StatisticsView;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.KnownJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Driver of one scheduler task with its real store on a virtual clock. Each advance of the clock is
 * one punctuation, whatever its length. After the test it fails if an iterator was left open.
 */
final class SchedulerDriver implements AfterEachCallback, AutoCloseable {
  /** Start time of each test, epoch milliseconds. */
  static final long START = 1_800_000_000_000L;

  /** Reply topic of the tests. */
  static final String ANSWERS = "answers";

  private static final String APPLICATION = "delaygate";

  private final TopicsOnPaper topics = new TopicsOnPaper();
  private final SchedulerMetrics metrics = TestMetrics.at(() -> this.nowMs);
  private final RocksMemory memory = new RocksMemory(64L << 20, 256L << 20);
  private final Control control;
  private final TopologyTestDriver driver;
  private final OpenJobStores stores;
  private final TaskDependencies stages;
  private long nowMs = START;
  private long tickerNanos;
  private long tickNanos;

  SchedulerDriver() {
    this(Setup.usual());
  }

  SchedulerDriver(Setup setup) {
    control = setup.control();
    topics.add("orders");
    topics.add(ANSWERS);
    topics.add(Setup.NAMES.events());
    stages = setup.stages(topics, metrics, new Clocks(() -> nowMs, this::tick));
    stores = stages.queryable().stores();
    var topology = SchedulerTopology.build(Setup.NAMES, stages, memory);
    driver = new TopologyTestDriver(topology, properties(), Instant.ofEpochMilli(START));
  }

  TopicsOnPaper topics() {
    return topics;
  }

  /** The decisions of operators. */
  Control control() {
    return control;
  }

  SchedulerMetrics metrics() {
    return metrics;
  }

  /** The circuit breaker, which knows the refusals of brokers. */
  CircuitBreaker breaker() {
    return stages.breaker();
  }

  /** Jobs whose trials have begun. */
  List<JobId> trials() {
    return ((TrialsOnPaper) stages.delivery().trials()).begun();
  }

  /** Partitions to which replies, events and dead letters were sent as trials. */
  List<TopicPartition> trialsOfOthers() {
    return ((TrialsOnPaper) stages.delivery().trials()).ofOthers();
  }

  long nowMs() {
    return nowMs;
  }

  /** Lets each later reading of the monotonic ticker advance it by this time. */
  void eachLookAtTheTickerTakes(Duration time) {
    tickNanos = time.toNanos();
  }

  /** Sends a client's record with the present time as timestamp. */
  void send(Request request) {
    receive(Setup.NAMES.requests(), request.at(nowMs));
  }

  void receive(String topic, TestRecord<byte[], byte[]> record) {
    driver
        .createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(record);
  }

  /** Advances the clock once, with one round of punctuation. */
  void advance(long ms) {
    nowMs += ms;
    driver.advanceWallClockTime(Duration.ofMillis(ms));
  }

  void advanceTo(long ms) {
    advance(ms - nowMs);
  }

  /** Advances the clock by one millisecond, this many times. */
  void step(int times) {
    for (var i = 0; i < times; i++) {
      advance(1);
    }
  }

  /** Records produced to a topic since the last call. */
  List<Delivered> produced(String topic) {
    if (!driver.producedTopicNames().contains(topic)) {
      return List.of();
    }
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList()
        .stream()
        .map(Delivered::new)
        .collect(Collectors.toList());
  }

  /** Ids of jobs delivered to {@code orders} since the last call. */
  List<String> delivered() {
    return produced("orders").stream().map(Delivered::jobId).collect(Collectors.toList());
  }

  List<Delivered> deadLetters() {
    return produced(Setup.NAMES.deadLetters());
  }

  /** Outcomes sent since the last call. */
  List<Answer> answers() {
    return produced(ANSWERS).stream().map(Answer::new).collect(Collectors.toList());
  }

  /** Events since the last call, as {@code EVENT id version}. */
  List<String> events() {
    return produced(Setup.NAMES.events()).stream().map(Answer::new).map(Answer::event).toList();
  }

  /** Records of a store's changelog since the last call. */
  List<Delivered> logged(String store) {
    return produced(APPLICATION + "-" + store + "-changelog");
  }

  /** Drops all produced records, which the driver would keep otherwise. */
  void forgetProduced() {
    driver.producedTopicNames().forEach(this::produced);
  }

  KeyValueStore<Bytes, byte[]> jobs() {
    return driver.getKeyValueStore("jobs");
  }

  /** The stored job, or null. */
  @Nullable KnownJob find(String id) {
    return requireNonNull(stores.find(0)).find(new JobId(id));
  }

  /** Ids of the ready jobs of a queue, in the order in which they are dispatched. */
  List<String> ready(String queue) {
    var ids = new ArrayList<String>();
    try (var listing = requireNonNull(stores.find(0)).ready(queue)) {
      while (listing.peek() != null) {
        var job = listing.take();
        if (job != null) {
          ids.add(job.id().text());
        }
      }
    }
    return ids;
  }

  /** Counts and cursor of partition 0. */
  StatisticsView statistics() {
    return requireNonNull(stores.find(0)).statistics();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    var open = openIterators();
    driver.close();
    memory.close();
    assertThat(open).as("iterators left open").isZero();
  }

  private long openIterators() {
    return driver.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("num-open-iterators"))
        .mapToLong(metric -> ((Number) metric.metricValue()).longValue())
        .sum();
  }

  private long tick() {
    tickerNanos += tickNanos;
    return tickerNanos;
  }

  private static Properties properties() {
    var properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, temporaryDirectory());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1L);
    properties.put("processing.exception.handler.global.enabled", true);
    return properties;
  }

  private static String temporaryDirectory() {
    try {
      var directory = Files.createTempDirectory("scheduler-driver");
      directory.toFile().deleteOnExit();
      return directory.toString();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
