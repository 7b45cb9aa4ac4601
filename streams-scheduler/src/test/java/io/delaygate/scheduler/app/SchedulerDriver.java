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
 * One task of the scheduler with its real store, on one virtual clock. One advance is one
 * punctuation, however far it goes. After the test it fails if an iterator was left open.
 */
final class SchedulerDriver implements AfterEachCallback, AutoCloseable {
  /** When each test begins, epoch milliseconds. */
  static final long START = 1_800_000_000_000L;

  /** Where tests want outcomes. */
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

  /** What operators decide. */
  Control control() {
    return control;
  }

  SchedulerMetrics metrics() {
    return metrics;
  }

  /** What is known of refusals. */
  CircuitBreaker breaker() {
    return stages.breaker();
  }

  /** Jobs whose trials have begun. */
  List<JobId> trials() {
    return ((TrialsOnPaper) stages.delivery().trials()).begun();
  }

  /** Where replies, events and dead letters were tried alone. */
  List<TopicPartition> trialsOfOthers() {
    return ((TrialsOnPaper) stages.delivery().trials()).ofOthers();
  }

  long nowMs() {
    return nowMs;
  }

  /** From now on each look at the monotonic ticker finds it so much later. */
  void eachLookAtTheTickerTakes(Duration time) {
    tickNanos = time.toNanos();
  }

  /** A client's record arrives, stamped with the present time. */
  void send(Request request) {
    receive(Setup.NAMES.requests(), request.at(nowMs));
  }

  void receive(String topic, TestRecord<byte[], byte[]> record) {
    driver
        .createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(record);
  }

  /** One step of the clock, with one round of punctuation. */
  void advance(long ms) {
    nowMs += ms;
    driver.advanceWallClockTime(Duration.ofMillis(ms));
  }

  void advanceTo(long ms) {
    advance(ms - nowMs);
  }

  /** Steps of a millisecond. */
  void step(int times) {
    for (var i = 0; i < times; i++) {
      advance(1);
    }
  }

  /** What was produced to a topic since the last look. */
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

  /** Ids of what was delivered to {@code orders} since the last look. */
  List<String> delivered() {
    return produced("orders").stream().map(Delivered::jobId).collect(Collectors.toList());
  }

  List<Delivered> deadLetters() {
    return produced(Setup.NAMES.deadLetters());
  }

  /** Outcomes sent since the last look. */
  List<Answer> answers() {
    return produced(ANSWERS).stream().map(Answer::new).collect(Collectors.toList());
  }

  /** Events since the last look, as {@code EVENT id version}. */
  List<String> events() {
    return produced(Setup.NAMES.events()).stream().map(Answer::new).map(Answer::event).toList();
  }

  /** Records of a store's changelog since the last look. */
  List<Delivered> logged(String store) {
    return produced(APPLICATION + "-" + store + "-changelog");
  }

  /** Whatever was produced until now: the driver keeps what nobody looks at. */
  void forgetProduced() {
    driver.producedTopicNames().forEach(this::produced);
  }

  KeyValueStore<Bytes, byte[]> jobs() {
    return driver.getKeyValueStore("jobs");
  }

  /** What the store has of a job, null for nothing. */
  @Nullable KnownJob find(String id) {
    return requireNonNull(stores.find(0)).find(new JobId(id));
  }

  /** Ids of the jobs of a queue that wait for a worker, as they are handed out. */
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

  /** Counts and cursor of the partition that a test drives. */
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
