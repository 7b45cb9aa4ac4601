package io.delaygate.harness.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Figures of a run, as Markdown and as JSON.
 *
 * @param machine machine of the run
 * @param commit commit of the measured code
 * @param settings settings of all scenarios that do not name others
 */
record Report(String machine, String commit, String settings, List<Row> rows) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes {@code latest.md} and {@code latest.json}. */
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("latest.md"), markdown());
    Files.writeString(
        folder.resolve("latest.json"),
        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json()) + "\n");
  }

  /** The report that {@link #write} wrote there; without rows if it wrote none. */
  static Report read(Path folder) throws IOException {
    var file = folder.resolve("latest.json");
    if (!Files.exists(file)) {
      return new Report("", "", "", List.of());
    }
    var json = JSON.readTree(file.toFile());
    var rows = new ArrayList<Row>();
    json.get("rows").forEach(row -> rows.add(row(row)));
    return new Report(
        json.get("machine").asText(),
        json.get("commit").asText(),
        json.get("settings").asText(),
        rows);
  }

  private static Row row(JsonNode row) {
    return new Row(
        row.get("scenario").asText(),
        row.get("metric").asText(),
        row.get("unit").asText(),
        row.get("value").asDouble(),
        Row.Goal.parse(row.get("goal").asText()));
  }

  private Map<String, Object> json() {
    return new TreeMap<>(
        Map.of(
            "machine", machine,
            "commit", commit,
            "settings", settings,
            "rows", rows.stream().map(Report::json).toList()));
  }

  private static Map<String, Object> json(Row row) {
    var goal = row.goal() == null ? "" : row.goal().toString();
    return new TreeMap<>(
        Map.of(
            "scenario", row.scenario(),
            "metric", row.metric(),
            "unit", row.unit(),
            "value", row.value(),
            "goal", goal,
            "reached", row.isReached()));
  }

  private String markdown() {
    return "# Benchmark\n\n%s, commit %s; %s. `./mvnw -Pbench` makes this page.\n\n"
            .formatted(machine, commit, settings)
        + "| scenario | metric | value | unit | goal |\n|---|---|---|---|---|\n"
        + rows.stream().map(Report::markdown).collect(Collectors.joining());
  }

  private static String markdown(Row row) {
    var goal = row.goal() == null ? "" : row.goal() + (row.isReached() ? "" : " **missed**");
    return "| %s | %s | %s | %s | %s |\n"
        .formatted(row.scenario(), row.metric(), Row.number(row.value()), row.unit(), goal);
  }
}
