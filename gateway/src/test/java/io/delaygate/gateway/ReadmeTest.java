package io.delaygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.ops.Meter;
import io.delaygate.gateway.settings.GatewaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

/** The README's tables are what the code says; {@code -Dreadme.update=true} writes them anew. */
class ReadmeTest {
  private static final Path README = Path.of("README.md");
  private static final String SETTINGS =
      "| setting | type | default | bound | meaning |\n|---|---|---|---|---|\n";
  private static final String METRICS = "| metric | labels | meaning |\n|---|---|---|\n";

  @Test
  void listsTheSettings() throws IOException {
    var rows =
        GatewaySettings.DEFINITION.configKeys().values().stream()
            .sorted(
                Comparator.comparing((ConfigKey key) -> key.importance).thenComparing(k -> k.name))
            .map(ReadmeTest::row)
            .collect(Collectors.joining("\n"));

    assertThat(readme(SETTINGS, rows)).contains(SETTINGS + rows + "\n\n");
  }

  @Test
  void listsTheMetrics() throws IOException {
    var rows =
        Arrays.stream(Meter.values())
            .map(
                meter ->
                    "| `%s` | %s | %s |".formatted(meter.metricName(), labels(meter), meter.help()))
            .collect(Collectors.joining("\n"));

    assertThat(readme(METRICS, rows)).contains(METRICS + rows + "\n\n");
  }

  private static String row(ConfigKey key) {
    return "| `%s` | %s | %s | %s | %s |"
        .formatted(
            key.name,
            key.type.name().toLowerCase(Locale.ROOT),
            defaultOf(key),
            key.validator == null ? "" : key.validator,
            key.documentation);
  }

  private static String defaultOf(ConfigKey key) {
    if (Objects.equals(key.defaultValue, ConfigDef.NO_DEFAULT_VALUE)) {
      return "required";
    }
    return key.defaultValue == null ? "null" : "`" + key.defaultValue + "`";
  }

  private static String labels(Meter meter) {
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
