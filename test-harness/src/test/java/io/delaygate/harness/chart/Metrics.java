package io.delaygate.harness.chart;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names of Delaygate's metrics. */
final class Metrics {
  private static final Pattern NAME = Pattern.compile("delaygate_\\w+");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(delaygate_\\w+)` \\|");

  private Metrics() {}

  /** Metrics in PromQL queries; a histogram has one name. */
  static List<String> namedIn(Stream<String> queries) {
    return queries
        .flatMap(query -> NAME.matcher(query).results())
        .map(found -> found.group().replaceAll("_(bucket|count|sum)$", ""))
        .distinct()
        .toList();
  }

  /** Metrics in the generated tables of both services. */
  static List<String> documented() {
    return Stream.of("gateway/docs/metrics.md", "streams-scheduler/docs/operations.md")
        .map(document -> Chart.text(Path.of("..", document)))
        .flatMap(text -> ROW.matcher(text).results())
        .map(row -> row.group(1))
        .toList();
  }
}
