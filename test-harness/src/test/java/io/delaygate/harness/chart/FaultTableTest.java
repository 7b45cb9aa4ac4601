package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.health.Fault;
import io.delaygate.gateway.health.Placeholder;
import io.delaygate.gateway.health.ReasonRemedies;
import io.delaygate.harness.documents.GeneratedBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Test that the alerts of the chart and the runbook say what the table of faults says; {@code
 * -Dreadme.update=true} writes them anew.
 */
class FaultTableTest {
  private static final String RUNBOOK = "helm/docs/alerts.md";
  private static final Path SENTENCES =
      Chart.HOME.resolve(Path.of("templates", "monitoring", "_sentences.tpl"));
  private static final Pattern SECTION = Pattern.compile("(?m)^### (Delaygate\\w+)$");
  private static final int WIDTH = 120;

  @Test
  void theAlertsHaveTheSentencesOfTheTable() throws IOException {
    // When
    var text =
        alerts().stream()
            .map(FaultTableTest::sentences)
            .collect(
                Collectors.joining(
                    "\n",
                    "{{/* Generated from the table of faults in the gateway; do not edit. */}}\n",
                    ""));

    // Then
    if (Boolean.getBoolean("readme.update")) {
      Files.writeString(SENTENCES, text);
    }
    assertThat(SENTENCES).as("run with -Dreadme.update=true").hasContent(text);
  }

  @Test
  void theAlertsAreThoseOfTheTableWithTheirSeverities() {
    // When
    var rules = rules();

    // Then
    assertThat(rules.keySet())
        .containsExactlyElementsOf(alerts().stream().map(Fault::heading).toList());
    for (var fault : alerts()) {
      assertThat(rules.get(fault.heading())).as(fault.heading()).isEqualTo(fault.severity().text());
    }
  }

  @Test
  void theRunbookHasASectionForEachFault() {
    var sections =
        SECTION
            .matcher(Chart.text(Chart.HELM.resolve("docs/alerts.md")))
            .results()
            .map(heading -> heading.group(1));

    assertThat(sections)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Fault.values()).map(Fault::heading).toList());
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aSectionOfTheRunbookHasTheSentencesOfTheTable(Fault fault) throws IOException {
    var text =
        "`%s`, %s%s. %s. %s **Do:** %s"
            .formatted(
                fault.name(),
                fault.severity().text(),
                fault.isInHealth() ? "" : ", only an alert",
                inWords(fault.summary()),
                inWords(fault.cost()),
                inWords(fault.remedy()));

    GeneratedBlock.check(RUNBOOK, "fault " + fault.name(), wrapped(text));
  }

  @Test
  void theRunbookListsTheFaults() throws IOException {
    var rows =
        Arrays.stream(Fault.values())
            .map(
                fault ->
                    "| [%s](#%s) | %s | %s |%n"
                        .formatted(
                            fault.name(),
                            fault.heading().toLowerCase(Locale.ROOT),
                            fault.severity().text(),
                            places(fault)))
            .collect(Collectors.joining());

    GeneratedBlock.check(
        RUNBOOK, "faults", "| fault | severity | told by |\n|---|---|---|\n" + rows);
  }

  @Test
  void theRunbookHasTheRemediesByReason() throws IOException {
    GeneratedBlock.check(RUNBOOK, "remedies of targets", table(ReasonRemedies.OF_TARGETS));
    GeneratedBlock.check(
        RUNBOOK, "remedies of dead letters", table(ReasonRemedies.OF_DEAD_LETTERS));
  }

  private static String places(Fault fault) {
    if (!fault.isInHealth()) {
      return "alert";
    }
    return fault.isAlert() ? "alert, `/v1/health`" : "`/v1/health`";
  }

  private static List<Fault> alerts() {
    return Arrays.stream(Fault.values()).filter(Fault::isAlert).toList();
  }

  private static String sentences(Fault fault) {
    return """
        {{- define "delaygate.sentences.%s" -}}
        summary: %s
        description: %s
        {{- end }}
        """
        .formatted(fault.heading(), quoted(fault.summary()), quoted(fault.cost()));
  }

  /** A raw string of Helm, so that Prometheus gets its own expressions. */
  private static String quoted(String sentence) {
    var text = Placeholder.alert(sentence);
    assertThat(text).as("a raw string cannot have it").doesNotContain("`");
    var objective = "{{ .latenessObjective }}";
    var more =
        text.contains(objective)
            ? " | replace \"%s\" (toString .latenessObjective)".formatted(objective)
            : "";
    return "{{ `" + text + "`" + more + " | quote }}";
  }

  /** A placeholder as the kind of value that stands there. */
  private static String inWords(String template) {
    return template.replaceAll("\\{(\\w+)}", "*$1*");
  }

  private static String wrapped(String text) {
    var lines = new StringBuilder();
    var line = new StringBuilder();
    for (var word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > WIDTH) {
        lines.append(line).append('\n');
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    return lines.append(line).append('\n').toString();
  }

  private static String table(List<ReasonRemedies.Row> rows) {
    return rows.stream()
        .map(
            row ->
                "| %s | %s |%n"
                    .formatted(
                        row.reasons().stream()
                            .map(reason -> "`" + reason.name() + "`")
                            .collect(Collectors.joining(", ")),
                        row.remedy()))
        .collect(Collectors.joining("", "| reason | what to do |\n|---|---|\n", ""));
  }

  private static Map<String, String> rules() {
    var severities = new LinkedHashMap<String, String>();
    var release = Chart.render(Chart.MINIMAL, "prometheusRule: {enabled: true}");
    Release.each(release.all("PrometheusRule").get(0).at("/spec/groups"))
        .flatMap(group -> Release.each(group.path("rules")))
        .forEach(
            rule ->
                severities.put(rule.path("alert").asText(), rule.at("/labels/severity").asText()));
    return severities;
  }
}
