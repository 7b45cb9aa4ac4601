package io.delaygate.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.app.Setup.Clocks;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.ops.TestMetrics;
import io.delaygate.scheduler.outbound.OutgoingRecord;
import io.delaygate.scheduler.query.QueryContext;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.scheduler.store.RocksMemory;
import io.delaygate.scheduler.store.StoreChangelog;
import io.delaygate.scheduler.store.ThreadTransactions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * One scheduler task without {@code TopologyTestDriver}: its clock can jump, and its punctuations
 * can be inspected.
 */
final class SchedulerTask implements AutoCloseable {
  private final TopicsOnPaper topics = new TopicsOnPaper();
  private final RocksMemory memory = new RocksMemory(64L << 20, 256L << 20);
  private final SchedulerMetrics metrics = TestMetrics.fresh();
  private final MockProcessorContext<byte[], OutgoingRecord> context;
  private final TaskDependencies stages;
  private SchedulerProcessor processor;
  private long offset;

  SchedulerTask(Setup setup, Path directory) {
    topics.add("orders");
    var properties = new Properties();
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    context = new MockProcessorContext<>(properties, new TaskId(0, 0), directory.toFile());
    context.setCurrentSystemTimeMs(SchedulerDriver.START);
    var clocks = new Clocks(context::currentSystemTimeMs, () -> 0);
    stages = setup.stages(topics, metrics, clocks, inTransactions());
    var jobs =
        JobStoreFactory.jobs(memory, stages.queryable().stores()).withLoggingDisabled().build();
    jobs.init(context.getStateStoreContext(), jobs);
    processor = new SchedulerProcessor(stages);
    processor.init(context);
  }

  private static QueryContext inTransactions() {
    var transactions = new ThreadTransactions(true);
    return QueryContext.of(
        new OpenJobStores(
            System::nanoTime,
            StoreChangelog.UNKNOWN,
            transactions,
            (task, why) -> {
              throw why;
            }));
  }

  TopicsOnPaper topics() {
    return topics;
  }

  /** The state of this task that queries use. */
  QueryContext queryable() {
    return stages.queryable();
  }

  /** Closes the task; its stores stay open. */
  void leave() {
    processor.close();
  }

  SchedulerMetrics metrics() {
    return metrics;
  }

  /** Processes a client's record. */
  void send(Request request) {
    var record = request.at(context.currentSystemTimeMs());
    context.setRecordMetadata("delay-requests", 0, offset++);
    processor.process(
        new Record<>(record.key(), record.value(), record.timestamp(), record.headers()));
    commit();
  }

  /** Commits the stores, as after a committed transaction. */
  void commit() {
    stages.queryable().stores().stages().committed();
    KeyValueStore<Bytes, byte[]> jobs = context.getStateStore(JobStoreFactory.JOBS);
    jobs.commit(Map.of(new TopicPartition("delaygate-jobs-changelog", 0), offset));
  }

  /** Sets the clock forward or back, and runs each punctuation that is then due. */
  void clock(long nowMs) {
    ring(nowMs);
    commit();
  }

  private void ring(long nowMs) {
    context.setCurrentSystemTimeMs(nowMs);
    liveAlarms().stream()
        .filter(alarm -> alarm.getStartTime().toEpochMilli() <= nowMs)
        .forEach(alarm -> alarm.getPunctuator().punctuate(nowMs));
  }

  /** Does the work that a poll of the thread triggers, without a commit. */
  void poll() {
    stages.poll().polled();
    ring(context.currentSystemTimeMs() + 1);
  }

  /** Aborts the transaction. */
  void abort() {
    stages.queryable().stores().stages().aborted();
  }

  /** Punctuations that are scheduled and not cancelled. */
  List<CapturedPunctuator> liveAlarms() {
    return context.scheduledPunctuators().stream()
        .filter(alarm -> !alarm.cancelled())
        .collect(Collectors.toList());
  }

  /** Ids of jobs sent to targets since the last call. */
  List<String> delivered() {
    var ids =
        context.forwarded("targets").stream()
            .map(forward -> forward.record().headers().lastHeader("delay-job-id").value())
            .map(id -> new String(id, StandardCharsets.UTF_8))
            .collect(Collectors.toList());
    context.resetForwards();
    return ids;
  }

  /** Replaces the task by a new owner with the same store. */
  void passOn() {
    processor.close();
    processor = new SchedulerProcessor(stages);
    processor.init(context);
  }

  @Override
  public void close() {
    processor.close();
    var open =
        context.metrics().metrics().values().stream()
            .filter(metric -> metric.metricName().name().equals("num-open-iterators"))
            .mapToLong(metric -> ((Number) metric.metricValue()).longValue())
            .sum();
    KeyValueStore<Bytes, byte[]> jobs = context.getStateStore(JobStoreFactory.JOBS);
    jobs.close();
    memory.close();
    assertThat(open).as("iterators left open").isZero();
  }
}
