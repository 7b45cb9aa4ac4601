package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever looks for a metric that a README names finds it. */
class MetricNamesTest {
  @Test
  void everyMetricThatAReadmeNamesExists() {
    // Given
    var readmes =
        Stream.of("", "schemas", "streams-scheduler", "gateway", "helm", "test-harness")
            .map(module -> Chart.text(Path.of("..", module, "README.md")));

    // Then
    assertThat(Metrics.namedIn(readmes)).isNotEmpty().isSubsetOf(Metrics.documented());
  }
}
