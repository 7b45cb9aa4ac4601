package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Columns of a table, or lines of a view of one object: names, and what they show of a JSON object.
 * A slash in a field leads into a nested object. A missing field is empty.
 */
final class Columns {
  /** Text for a value that cannot be known now. */
  static final String UNKNOWN = "unknown";

  private record Column(String name, BiFunction<JsonNode, TimeFormatter, String> cell) {}

  private final List<Column> columns = new ArrayList<>();

  /** A field as it is. */
  Columns text(String name, String field) {
    return with(name, json -> at(json, field).asText());
  }

  /** A figure that may be unknown. */
  Columns known(String name, String field) {
    return with(name, json -> known(at(json, field)));
  }

  /** A figure, which is null if it is unknown; empty if it is missing. */
  static String known(JsonNode figure) {
    return figure.isNull() ? UNKNOWN : figure.asText();
  }

  /** A list of texts. */
  Columns texts(String name, String field) {
    return with(
        name,
        json ->
            StreamSupport.stream(at(json, field).spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining(" ")));
  }

  /** An object, as {@code a=1 b=2}. */
  Columns pairs(String name, String field) {
    return with(name, json -> pairs(at(json, field)));
  }

  /** A point in time. */
  Columns time(String name, String field) {
    return with(name, json -> TimeFormatter.iso(at(json, field)));
  }

  /** The distance of a point in time from now. */
  Columns away(String name, String field) {
    return add(name, (json, times) -> times.away(at(json, field)));
  }

  /** A point in time and its distance from now. */
  Columns timeAndAway(String name, String field) {
    return add(name, (json, times) -> times.both(at(json, field)));
  }

  /** Adds a column with the result of a function of the object. */
  Columns with(String name, Function<JsonNode, String> cell) {
    return add(name, (json, times) -> cell.apply(json));
  }

  private Columns add(String name, BiFunction<JsonNode, TimeFormatter, String> cell) {
    columns.add(new Column(name, cell));
    return this;
  }

  private static JsonNode at(JsonNode json, String field) {
    return json.at("/" + field);
  }

  /** The fields of an object as {@code a=1 b=2}. */
  static String pairs(JsonNode object) {
    return object.properties().stream()
        .map(field -> field.getKey() + "=" + field.getValue().asText())
        .collect(Collectors.joining(" "));
  }

  /** A table without rows. */
  Table table(PrintStream out) {
    return new Table(out, columns.stream().map(Column::name).toArray(String[]::new));
  }

  /** The cells of an object. */
  String[] cells(JsonNode json, TimeFormatter times) {
    return columns.stream().map(it -> it.cell().apply(json, times)).toArray(String[]::new);
  }

  /** Adds a line for each column to a view. */
  KeyValueView addTo(KeyValueView view, JsonNode json, TimeFormatter times) {
    columns.forEach(it -> view.add(it.name(), it.cell().apply(json, times)));
    return view;
  }

  /** Prints an answer, a line for each column. */
  Verb.Printer lines() {
    return (answer, call) -> addTo(new KeyValueView(), answer, call.times()).print(call.out());
  }

  /** Prints the entries in a field of an answer, a row for each. */
  Verb.Printer rows(String field) {
    return (answer, call) -> {
      var table = table(call.out());
      answer.path(field).forEach(entry -> table.row(cells(entry, call.times())));
      table.print();
    };
  }
}
