package io.delaygate.scheduler.topics;

import io.delaygate.schemas.topics.PlannedTopic;
import java.util.ArrayList;
import java.util.List;

/** Topic plan as a text table: a topic begins a row, its further settings follow below. */
public final class PlanTable {
  private static final String GAP = "  ";

  private PlanTable() {}

  /** Aligned columns, each line ended. */
  public static String of(List<PlannedTopic> plan) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("TOPIC", "PARTITIONS", "REPLICATION", "SETTING", "PURPOSE"));
    plan.forEach(topic -> addRows(topic, rows));
    var text = new StringBuilder();
    for (var row : rows) {
      var line = new StringBuilder();
      for (var column = 0; column < row.size(); column++) {
        line.append(row.get(column));
        line.append(" ".repeat(width(rows, column) - row.get(column).length()));
        line.append(GAP);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static void addRows(PlannedTopic topic, List<List<String>> rows) {
    var factor = topic.replication().factor();
    var head =
        List.of(
            topic.name(),
            Integer.toString(topic.partitions()),
            factor < 1 ? "broker's" : Integer.toString(factor));
    var purpose = topic.role().purpose();
    for (var config : topic.configs().entrySet()) {
      var row = new ArrayList<>(purpose.isEmpty() ? List.of("", "", "") : head);
      row.add(config.getKey() + "=" + config.getValue());
      row.add(purpose);
      rows.add(row);
      purpose = "";
    }
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
