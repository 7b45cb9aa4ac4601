package io.delaygate.scheduler.history;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;

/** The store of a task's history: a window store, id and completion time to summary. */
public final class HistoryStore {
  /** Name of the store, and so part of its changelog's name. */
  public static final String NAME = "history";

  /** Nothing is aggregated; a window is the millisecond in which a job ended. */
  private static final Duration WINDOW = Duration.ofMillis(1);

  /** The store drops whole segments, so that a shorter retention would only keep empty ones. */
  public static final Duration SHORTEST = Duration.ofMinutes(1);

  /** Clocks of brokers and schedulers may differ by so much before history is cut short. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  private HistoryStore() {}

  /**
   * The store.
   *
   * @param retention at least {@link #SHORTEST}
   */
  public static StoreBuilder<WindowStore<Bytes, byte[]>> builder(Duration retention) {
    var stock = Stores.persistentWindowStore(NAME, retention, WINDOW, false);
    return Stores.windowStoreBuilder(new Supplier(stock), Serdes.Bytes(), Serdes.ByteArray())
        .withLoggingEnabled(changelog(retention))
        .withCachingDisabled();
  }

  /**
   * All settings of the changelog but those of its replication. Entries are written once:
   * compaction would find nothing, only whole segments have to go in time.
   *
   * @param retention of the store
   */
  public static Map<String, String> changelog(Duration retention) {
    return Map.of(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        TopicConfig.CLEANUP_POLICY_DELETE,
        // by itself Kafka Streams would add a day, all of which is read to restore
        TopicConfig.RETENTION_MS_CONFIG,
        Long.toString(retention.plus(CLOCKS_DIFFER).toMillis()),
        TopicConfig.SEGMENT_MS_CONFIG,
        Long.toString(retention.toMillis()),
        // the time of the record that ended the job may be anything; retention must go by ours
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        "LogAppendTime");
  }

  private record Supplier(WindowBytesStoreSupplier stock) implements WindowBytesStoreSupplier {
    @Override
    public WindowStore<Bytes, byte[]> get() {
      return new AnchoredWindowStore(stock.get());
    }

    @Override
    public String name() {
      return stock.name();
    }

    @Override
    public String metricsScope() {
      return stock.metricsScope();
    }

    @Override
    public long segmentIntervalMs() {
      return stock.segmentIntervalMs();
    }

    @Override
    public long windowSize() {
      return stock.windowSize();
    }

    @Override
    public boolean retainDuplicates() {
      return stock.retainDuplicates();
    }

    @Override
    public long retentionPeriod() {
      return stock.retentionPeriod();
    }
  }
}
