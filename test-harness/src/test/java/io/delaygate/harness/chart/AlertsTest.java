package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the alerts: they use existing metrics, fire when they should, and link to instructions.
 */
class AlertsTest {
  private static final Pattern JOB = Pattern.compile("job=\"([^\"]+)\"");
  private static final Path TESTS =
      Path.of("src", "test", "resources", "chart", "alerts", "tests.yaml");

  @Test
  void everyMetricIsInATableOfMetrics() {
    // When
    var metrics =
        Metrics.namedIn(rules(enabled()).stream().map(rule -> rule.path("expr").asText()));

    // Then
    assertThat(metrics).isNotEmpty().isSubsetOf(Metrics.documented());
  }

  @Test
  void everyJobIsAServiceThatIsScraped() {
    // Given
    var release = enabled("fullnameOverride: other");

    // When
    var jobs = found(JOB, rules(release)).stream().map(it -> it.replaceAll(".*\"(.*)\"", "$1"));

    // Then
    assertThat(jobs).isNotEmpty().allMatch(job -> release.has("Service", job));
  }

  @Test
  void anAlertLeadsToItsSection() {
    // When
    var url = "https://wiki.example.com/delaygate";
    var linked = enabled("prometheusRule: {runbookUrl: '%s'}".formatted(url));

    // Then
    for (var rule : rules(linked)) {
      assertThat(rule.at("/annotations/runbook_url").asText())
          .isEqualTo(url + "#" + rule.path("alert").asText().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void everyAlertIsSeenToFireAndToBeSilent() {
    var tests = Chart.yaml(Chart.text(TESTS));
    var fires = new TreeSet<String>();
    var isSilent = new TreeSet<String>();
    Release.each(tests.path("tests"))
        .flatMap(test -> Release.each(test.path("alert_rule_test")))
        .forEach(
            it ->
                (it.path("exp_alerts").isEmpty() ? isSilent : fires)
                    .add(it.path("alertname").asText()));

    var alerts = new TreeSet<>(alerts(rules(enabled())));
    assertThat(fires).isEqualTo(alerts);
    assertThat(isSilent).isEqualTo(alerts);
  }

  @Test
  void alertsFireWhenTheyShould(@TempDir Path folder) throws Exception {
    // Given
    Promtool.assumeInstalled();
    var rule = enabled().all("PrometheusRule").get(0);
    Files.writeString(
        folder.resolve("rules.yaml"), new YAMLMapper().writeValueAsString(rule.path("spec")));
    Files.copy(TESTS, folder.resolve("tests.yaml"));

    // Then
    assertThat(Promtool.run(folder, "test", "rules", "tests.yaml")).isEmpty();
  }

  private static List<String> alerts(List<JsonNode> rules) {
    return rules.stream().map(rule -> rule.path("alert").asText()).toList();
  }

  private static Release enabled(String... more) {
    var values = Stream.of(Chart.MINIMAL, "prometheusRule: {enabled: true}");
    return Chart.render(Stream.concat(values, Stream.of(more)).toArray(String[]::new));
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
