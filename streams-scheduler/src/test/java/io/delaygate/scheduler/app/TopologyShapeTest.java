package io.delaygate.scheduler.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.app.Setup.Clocks;
import io.delaygate.scheduler.ops.TestMetrics;
import io.delaygate.scheduler.store.RocksMemory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TopologyShapeTest {
  /** Names of stores and nodes determine the names of changelogs: changing them loses state. */
  @Test
  void theTopologyIsThatOfTheGoldenFile() throws IOException {
    // Given
    var golden = new String(getClass().getResourceAsStream("/topology.txt").readAllBytes(), UTF_8);
    var stages =
        Setup.usual()
            .stages(new TopicsOnPaper(), TestMetrics.fresh(), new Clocks(() -> 0, () -> 0));

    // When
    String shape;
    try (var memory = new RocksMemory(1 << 20, 1 << 20)) {
      shape = SchedulerTopology.build(Setup.NAMES, stages, memory).describe().toString();
    }

    // Then
    assertThat(shape.replaceAll("extractor class: [^)]*", "extractor class").strip())
        .isEqualTo(golden.strip());
  }
}
