package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Test that documents name existing metrics only. */
class MetricNamesTest {
  @Test
  void everyMetricThatADocumentNamesExists() throws IOException {
    // Given
    List<String> documents = new ArrayList<>();
    for (var module : List.of("schemas", "streams-scheduler", "gateway", "helm", "test-harness")) {
      try (var files = Files.walk(Path.of("..", module), 4)) {
        files
            .filter(file -> file.toString().matches("(?!.*/target/).*\\.md"))
            .forEach(file -> documents.add(Chart.text(file)));
      }
    }

    // Then
    assertThat(Metrics.namedIn(documents.stream())).isNotEmpty().isSubsetOf(Metrics.documented());
  }
}
