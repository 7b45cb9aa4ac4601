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

/** Factory of the job store of a task, with the settings of its changelog. */
public final class JobStoreFactory {
  /** Name of the job store, and so part of its changelog's name. */
  public static final String JOBS = "jobs";

  /** All settings of the job store's changelog but those of its replication. */
  public static final Map<String, String> JOBS_CHANGELOG =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_COMPACT,
          // the time of a record may be anything, and a broker may refuse what is far from its own
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          "LogAppendTime",
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(TopicDefinitions.OWN_BATCH_BYTES),
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
          "0.2");

  private JobStoreFactory() {}

  /** The changelog of the job store, which Kafka Streams names. */
  public static String changelog(String applicationId) {
    return applicationId + "-" + JOBS + "-changelog";
  }

  /**
   * The job store; each task has its own, all share the memory.
   *
   * @param registry where each is found while it is open
   */
  public static StoreBuilder<KeyValueStore<Bytes, byte[]>> jobs(
      RocksMemory memory, OpenJobStores registry) {
    return Stores.keyValueStoreBuilder(
            new Supplier(memory, registry), Serdes.Bytes(), Serdes.ByteArray())
        .withLoggingEnabled(JOBS_CHANGELOG)
        .withCachingDisabled();
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
