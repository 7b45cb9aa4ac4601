package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the dashboard: its queries are valid and use existing metrics. */
class DashboardTest {
  private static final Path FILE = Chart.HOME.resolve("dashboards").resolve("delaygate.json");

  private final JsonNode dashboard = Chart.yaml(Chart.text(FILE));

  @Test
  void theConfigMapHoldsItAsItIs() throws Exception {
    var release =
        Chart.render(
            Chart.MINIMAL,
            "grafanaDashboard: {enabled: true, labels: {a: b}, annotations: {folder: ours}}");
    var map = release.one("ConfigMap", "-dashboard");

    assertThat(new ObjectMapper().readTree(map.at("/data/delaygate.json").asText()))
        .isEqualTo(dashboard);
    assertThat(map.at("/metadata/labels/a").asText()).isEqualTo("b");
    assertThat(map.at("/metadata/annotations/folder").asText()).isEqualTo("ours");
    assertThat(Chart.render(Chart.MINIMAL).has("ConfigMap", Release.name(map))).isFalse();
  }

  @Test
  void everyMetricIsInATableOfMetrics() {
    assertThat(Metrics.namedIn(queries())).isNotEmpty().isSubsetOf(Metrics.documented());
  }

  @Test
  void everyQueryIsPromQl(@TempDir Path folder) throws Exception {
    Promtool.assumeInstalled();
    var rules = JsonNodeFactory.instance.arrayNode();
    queries()
        .filter(query -> !query.startsWith("label_values"))
        .forEach(
            query ->
                rules
                    .addObject()
                    .put("record", "r" + rules.size())
                    .put("expr", query.replaceAll("\\$__\\w+", "5m")));
    var file = JsonNodeFactory.instance.objectNode();
    file.putArray("groups").addObject().put("name", "queries").set("rules", rules);
    Files.writeString(folder.resolve("rules.yaml"), new YAMLMapper().writeValueAsString(file));

    assertThat(Promtool.run(folder, "check", "rules", "rules.yaml")).isEmpty();
  }

  @Test
  void panelsHaveTitlesOfTheirOwnAndDoNotOverlap() {
    var panels = Release.each(dashboard.path("panels")).toList();
    assertThat(panels.stream().map(panel -> panel.path("title").asText())).doesNotHaveDuplicates();
    for (var one : panels) {
      assertThat(panels.stream().filter(other -> !other.equals(one) && overlap(one, other)))
          .isEmpty();
    }
  }

  private static boolean overlap(JsonNode one, JsonNode other) {
    return overlap(one, other, "x", "w") && overlap(one, other, "y", "h");
  }

  private static boolean overlap(JsonNode one, JsonNode other, String at, String size) {
    var a = one.path("gridPos");
    var b = other.path("gridPos");
    return a.path(at).asInt() < b.path(at).asInt() + b.path(size).asInt()
        && b.path(at).asInt() < a.path(at).asInt() + a.path(size).asInt();
  }

  private Stream<String> queries() {
    return Stream.concat(
        Release.each(dashboard.path("panels"))
            .flatMap(panel -> Release.each(panel.path("targets")))
            .map(target -> target.path("expr").asText()),
        Release.each(dashboard.at("/templating/list"))
            .map(variable -> variable.at("/query/query").asText())
            .filter(query -> !query.isEmpty()));
  }
}
