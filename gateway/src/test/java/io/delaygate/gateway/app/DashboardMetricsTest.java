package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Test that the gateway serves the JVM metrics of the chart's dashboard. The tests of the metric
 * tables cover our own metrics.
 */
class DashboardMetricsTest {
  private static final Path DASHBOARD =
      Path.of("..", "helm", "delaygate", "dashboards", "delaygate.json");

  private static final Pattern METRIC = Pattern.compile("\\b(?:jvm|process)_\\w+");

  @Test
  void everyMetricOfTheJvmIsServed() throws IOException {
    var asked = METRIC.matcher(Files.readString(DASHBOARD)).results().map(it -> it.group());
    try (var gateway = TestGateway.start()) {
      var served = gateway.send("GET", "/metrics").body();

      assertThat(asked).isNotEmpty().allMatch(metric -> served.contains("\n" + metric));
    }
  }
}
