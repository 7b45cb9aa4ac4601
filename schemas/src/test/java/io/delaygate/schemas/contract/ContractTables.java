package io.delaygate.schemas.contract;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;

/** Generator of the contract's tables: headers, reasons, outcomes and events. */
final class ContractTables {
  private ContractTables() {}

  static String headers() {
    var rows =
        Arrays.stream(DelayHeader.values())
            .map(header -> row(code(header.headerName()), operations(header), header.doc()))
            .collect(joining());
    return row("header", "on", "meaning") + "|---|---|---|\n" + rows;
  }

  static String reasons() {
    var rows =
        Arrays.stream(ReasonCode.values())
            .map(reason -> row(code(reason.name()), reason.doc()))
            .collect(joining());
    return row("reason", "meaning") + "|---|---|\n" + rows;
  }

  static String outcomes() {
    var rows =
        Arrays.stream(Outcome.values())
            .map(outcome -> row(code(outcome.name()), outcome.doc()))
            .collect(joining());
    return row("outcome", "meaning") + "|---|---|\n" + rows;
  }

  static String events() {
    var rows =
        Arrays.stream(JobEvent.values())
            .map(event -> row(code(event.name()), event.doc()))
            .collect(joining());
    return row("event", "meaning") + "|---|---|\n" + rows;
  }

  private static String operations(DelayHeader header) {
    var ops = Arrays.stream(Op.values()).filter(header::appliesTo).map(Op::text).toList();
    return ops.size() == Op.values().length ? "all" : String.join(", ", ops);
  }

  private static String row(String... cells) {
    return Arrays.stream(cells)
        .map(cell -> cell.replace("|", "\\|"))
        .collect(joining(" | ", "| ", " |\n"));
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}
