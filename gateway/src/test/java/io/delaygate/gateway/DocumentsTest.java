package io.delaygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.ops.GatewayMeter;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.harness.documents.GeneratedBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that the documents name all metrics of the gateway and all settings that limit callers. */
class DocumentsTest {
  private static final Path BOUNDS = Path.of("docs", "bounds.md");
  private static final String METRICS = "| metric | type | labels | meaning |\n|---|---|---|---|\n";

  @Test
  void theMetricsAreDocumented() throws IOException {
    var rows =
        Arrays.stream(GatewayMeter.values())
            .map(DocumentsTest::row)
            .collect(Collectors.joining("\n", "", "\n"));

    GeneratedBlock.check("gateway/docs/metrics.md", "metrics", METRICS + rows);
  }

  @Test
  void everySettingThatBoundsCallersStandsAmongTheBounds() throws IOException {
    var bounds = Files.readString(BOUNDS);

    assertThat(GatewaySettings.definitions().settings().names())
        .filteredOn(name -> name.contains(".max."))
        .hasSizeGreaterThan(4)
        .allSatisfy(name -> assertThat(bounds).contains("`" + name + "`"));
  }

  private static String row(GatewayMeter meter) {
    var type = meter.kind().name().toLowerCase(Locale.ROOT);
    return "| `%s` | %s | %s | %s |"
        .formatted(meter.metricName(), type, labels(meter), meter.help());
  }

  private static String labels(GatewayMeter meter) {
    return meter.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(" "));
  }
}
