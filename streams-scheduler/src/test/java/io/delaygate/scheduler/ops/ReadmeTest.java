package io.delaygate.scheduler.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.client.Collector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The README's table is made from the code; {@code -Dreadme.update=true} writes it anew instead of
 * comparing.
 */
class ReadmeTest {
  private static final Path README = Path.of("README.md");

  @Test
  void theTableOfMetricsIsThatOfTheRegistry() throws IOException {
    // Given
    var families = new SchedulerMetrics().registry().metricFamilySamples();
    var rows =
        Collections.list(families).stream()
            .filter(family -> family.name.startsWith("delaygate_"))
            .sorted(Comparator.comparing(family -> family.name))
            .map(ReadmeTest::row);

    // When
    var table = table("| metric | type | meaning |\n|---|---|---|\n", rows);

    // Then
    assertThat(section("metrics", table)).isEqualTo(table);
  }

  private static String row(Collector.MetricFamilySamples family) {
    var type = family.type.name().toLowerCase(Locale.ROOT);
    var name = family.type == Collector.Type.COUNTER ? family.name + "_total" : family.name;
    return "| `%s` | %s | %s |".formatted(name, type, family.help);
  }

  private static String table(String head, Stream<String> rows) {
    return head + rows.collect(Collectors.joining("\n")) + "\n";
  }

  /** What stands between the markers; with the update property, the table is put there first. */
  private static String section(String name, String table) throws IOException {
    var begin = "<!-- " + name + ": generated -->\n";
    var end = "<!-- " + name + ": end -->";
    var readme = Files.readString(README, UTF_8);
    var from = readme.indexOf(begin) + begin.length();
    var to = readme.indexOf(end);
    if (Boolean.getBoolean("readme.update")) {
      Files.writeString(README, readme.substring(0, from) + table + readme.substring(to), UTF_8);
      return table;
    }
    return readme.substring(from, to);
  }
}
