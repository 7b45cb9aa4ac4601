package io.delaygate.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;

class BoundedRocksTest {
  @Test
  void storesOfStreamsUseTheMemoryOfTheProcess() {
    try (var memory = new RocksMemory(1 << 20, 1 << 20);
        var options = new Options().setTableFormatConfig(new BlockBasedTableConfig())) {
      // Given
      var properties = BoundedRocks.in(memory, usual());
      var configs = new HashMap<String, Object>();
      properties.forEach((key, value) -> configs.put((String) key, value));

      // When
      new BoundedRocks().setConfig("history", options, configs);

      // Then
      assertThat(options.writeBufferManager()).isSameAs(memory.writeBuffers());
      assertThat(options.writeBufferSize()).isEqualTo(4 << 20);
    }
  }

  @Test
  void streamsFindsTheSetter() {
    try (var memory = new RocksMemory(1 << 20, 1 << 20)) {
      var config = new StreamsConfig(BoundedRocks.in(memory, usual()));

      assertThat(config.getClass(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG))
          .isEqualTo(BoundedRocks.class);
      assertThat(config.originals()).containsValue(memory);
    }
  }

  private static Properties usual() {
    var properties = new Properties();
    properties.putAll(Map.of("application.id", "a", "bootstrap.servers", "broker:9092"));
    return properties;
  }
}
