package io.delaygate.scheduler.store;

import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;

/**
 * Puts Kafka Streams' own RocksDB stores under the memory bounds of the process. Thread-safe.
 *
 * <p>Streams makes the setter by its class name, so that the memory has to travel in the
 * configuration.
 */
public final class BoundedRocks implements RocksDBConfigSetter {
  private static final String MEMORY = "delaygate.rocksdb.memory";

  /** A history store has several databases per task, most of them small. */
  private static final long WRITE_BUFFER_BYTES = 4L << 20;

  /** What a database takes at least once it is written to; the default is an eighth of a buffer. */
  private static final long MEMTABLE_STEP_BYTES = 64L << 10;

  /** The properties with the memory in them, which must outlive the application. */
  public static Properties in(RocksMemory memory, Properties properties) {
    properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocks.class);
    properties.put(MEMORY, memory);
    return properties;
  }

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    if (configs.get(MEMORY) instanceof RocksMemory memory) {
      var table = (BlockBasedTableConfig) options.tableFormatConfig();
      table.setBlockCache(memory.blocks());
      options.setTableFormatConfig(table);
      options.setWriteBufferManager(memory.writeBuffers());
      options.setWriteBufferSize(WRITE_BUFFER_BYTES);
      options.setArenaBlockSize(MEMTABLE_STEP_BYTES);
    }
  }

  /** All of it is shared and belongs to the process. */
  @Override
  public void close(String storeName, Options options) {
    // nothing of this store's own
  }
}
