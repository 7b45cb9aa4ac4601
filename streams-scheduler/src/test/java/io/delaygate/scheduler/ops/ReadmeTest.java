package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.ReadmeSection;
import io.prometheus.client.Collector;
import java.io.IOException;
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
    ReadmeSection.check("metrics", table);
  }

  private static String row(Collector.MetricFamilySamples family) {
    var type = family.type.name().toLowerCase(Locale.ROOT);
    var name = family.type == Collector.Type.COUNTER ? family.name + "_total" : family.name;
    return "| `%s` | %s | %s |".formatted(name, type, family.help);
  }

  private static String table(String head, Stream<String> rows) {
    return head + rows.collect(Collectors.joining("\n")) + "\n";
  }
}
