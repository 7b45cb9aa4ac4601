package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Alerts look at what is there. */
class AlertsTest {
  private static final Pattern METRIC = Pattern.compile("delaygate_\\w+");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(delaygate_\\w+)` \\|");
  private static final Pattern JOB = Pattern.compile("job=\"([^\"]+)\"");

  @Test
  void everyMetricIsInATableOfMetrics() {
    // Given
    var tables =
        Stream.of("gateway", "streams-scheduler")
            .map(module -> Chart.text(Path.of("..", module, "README.md")))
            .flatMap(readme -> ROW.matcher(readme).results())
            .map(row -> row.group(1));

    // When
    var metrics =
        found(METRIC, rules(Chart.render(Chart.MINIMAL, "prometheusRule: {enabled: true}")));

    // Then
    assertThat(metrics).isNotEmpty().isSubsetOf(tables.toList());
  }

  @Test
  void everyJobIsAServiceThatIsScraped() {
    // Given
    var release =
        Chart.render(Chart.MINIMAL, "{prometheusRule: {enabled: true}, fullnameOverride: other}");

    // When
    var jobs = found(JOB, rules(release)).stream().map(it -> it.replaceAll(".*\"(.*)\"", "$1"));

    // Then
    assertThat(jobs).isNotEmpty().allMatch(job -> release.has("Service", job));
  }

  private static List<JsonNode> rules(Release release) {
    return Release.each(release.all("PrometheusRule").get(0).at("/spec/groups"))
        .flatMap(group -> Release.each(group.path("rules")))
        .toList();
  }

  private static List<String> found(Pattern pattern, List<JsonNode> rules) {
    return rules.stream()
        .flatMap(rule -> pattern.matcher(rule.path("expr").asText()).results())
        .map(MatchResult::group)
        .distinct()
        .toList();
  }
}
