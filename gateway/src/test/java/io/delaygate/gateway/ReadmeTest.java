package io.delaygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.ops.GatewayMeter;
import io.delaygate.gateway.settings.GatewaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The README's table is what the code says; {@code -Dreadme.update=true} writes it anew. */
class ReadmeTest {
  private static final Path README = Path.of("README.md");
  private static final String METRICS = "| metric | type | labels | meaning |\n|---|---|---|---|\n";

  @Test
  void listsTheMetrics() throws IOException {
    var rows =
        Arrays.stream(GatewayMeter.values()).map(ReadmeTest::row).collect(Collectors.joining("\n"));

    assertThat(readme(METRICS, rows)).contains(METRICS + rows + "\n\n");
  }

  @Test
  void everySettingThatBoundsCallersStandsInTheTableOfBounds() throws IOException {
    var text = Files.readString(README);
    var bounds = text.substring(text.indexOf("## Bounds"), text.indexOf("## Settings"));

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

  private static String readme(String head, String rows) throws IOException {
    var text = Files.readString(README);
    if (!Boolean.getBoolean("readme.update")) {
      return text;
    }
    var start = text.indexOf(head) + head.length();
    var updated = text.substring(0, start) + rows + text.substring(text.indexOf("\n\n", start));
    Files.writeString(README, updated);
    return updated;
  }
}
