package io.delaygate.scheduler.store;

import io.delaygate.schemas.topics.TopicDefinitions;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The two stores of a task, with the settings of their changelogs. */
public final class JobStores {
  /** Name of the job store, and so part of its changelog's name. */
  public static final String JOBS = "jobs";

  /** Name of the store of counts and the cursor. */
  public static final String LEDGER = "ledger";

  /** Small files, so that little of what is superseded has to be read when restoring. */
  private static final String LEDGER_SEGMENT_BYTES = Integer.toString(4 * 1024 * 1024);

  private JobStores() {}

  /**
   * The job store; each task has its own, all share the memory.
   *
   * @param registry where each is found while it is open
   */
  public static StoreBuilder<KeyValueStore<Bytes, byte[]>> jobs(
      RocksMemory memory, OpenJobStores registry) {
    return Stores.keyValueStoreBuilder(
            new Supplier(memory, registry), Serdes.Bytes(), Serdes.ByteArray())
        .withLoggingEnabled(
            Map.of(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(TopicDefinitions.OWN_BATCH_BYTES),
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                "0.2"))
        .withCachingDisabled();
  }

  /** Counts and cursor: a few keys, cached, so that each commit logs each of them once at most. */
  public static StoreBuilder<KeyValueStore<String, Long>> ledger() {
    return Stores.keyValueStoreBuilder(
            Stores.inMemoryKeyValueStore(LEDGER), Serdes.String(), Serdes.Long())
        .withLoggingEnabled(
            Map.of(
                TopicConfig.SEGMENT_BYTES_CONFIG,
                LEDGER_SEGMENT_BYTES,
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                "0.1"))
        .withCachingEnabled();
  }

  private record Supplier(RocksMemory memory, OpenJobStores registry)
      implements KeyValueBytesStoreSupplier {
    @Override
    public String name() {
      return JOBS;
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
      return new RocksJobStore(JOBS, memory, registry);
    }

    @Override
    public String metricsScope() {
      return "rocksdb";
    }
  }
}
