package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@KafkaTest
class DeliveryTest {
  @TempDir Path state;

  @Test
  void deliversARecordWhenItsDelayIsOver(KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state)) {
      // Given
      var target = delaygate.target("orders", 1);
      delaygate.startSchedulers(Map.of());

      // When
      var sent =
          delaygate
              .client()
              .send("order-1", "pay!", "delay", "1s", "delay-target-topic", target, "x", "y");

      // Then
      try (var reader = delaygate.read(target)) {
        var record = reader.one();
        assertThat(Reader.text(record.key())).isEqualTo("order-1");
        assertThat(Reader.text(record.value())).isEqualTo("pay!");
        assertThat(Reader.header(record, "x")).isEqualTo("y");
        assertThat(record.timestamp()).isGreaterThanOrEqualTo(sent.timestamp() + 1000);
      }
    }
  }
}
