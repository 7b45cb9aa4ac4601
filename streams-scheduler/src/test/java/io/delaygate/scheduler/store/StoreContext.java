package io.delaygate.scheduler.store;

import java.io.File;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.CommitCallback;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.jspecify.annotations.Nullable;

/** Context that Kafka Streams gives a store at start-up: directory, settings, registration. */
final class StoreContext implements StateStoreContext {
  private final File directory;
  private final String guarantee;
  private final int partition;
  private @Nullable BatchingStateRestoreCallback restore;

  StoreContext(File directory, String guarantee) {
    this(directory, guarantee, 0);
  }

  StoreContext(File directory, String guarantee, int partition) {
    this.directory = directory;
    this.guarantee = guarantee;
    this.partition = partition;
  }

  BatchingStateRestoreCallback restore() {
    var registered = restore;
    if (registered == null) {
      throw new IllegalStateException("the store did not register");
    }
    return registered;
  }

  @Override
  public String applicationId() {
    return "delaygate";
  }

  @Override
  public TaskId taskId() {
    return new TaskId(0, partition);
  }

  @Override
  public Optional<RecordMetadata> recordMetadata() {
    return Optional.empty();
  }

  @Override
  public Serde<?> keySerde() {
    return Serdes.ByteArray();
  }

  @Override
  public Serde<?> valueSerde() {
    return Serdes.ByteArray();
  }

  @Override
  public File stateDir() {
    return directory;
  }

  @Override
  public StreamsMetrics metrics() {
    return new StreamsMetricsImpl(new Metrics(), "test", Time.SYSTEM);
  }

  @Override
  public void register(StateStore store, StateRestoreCallback callback) {
    restore = (BatchingStateRestoreCallback) callback;
  }

  @Override
  public void register(StateStore store, StateRestoreCallback callback, CommitCallback commit) {
    register(store, callback);
  }

  @Override
  public Map<String, Object> appConfigs() {
    return Map.of(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
  }

  @Override
  public Map<String, Object> appConfigsWithPrefix(String prefix) {
    return Map.of();
  }
}
