package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Action of the verb {@code redrive}, which sends rejected commands again: by their dead letters
 * or, after a confirmation, by a filter or all of them.
 */
final class RedriveAction implements Function<GatewayInvocation, ExitStatus> {
  private static final Pattern LETTER = Pattern.compile("(\\d{1,9}):(\\d{1,18})");

  /** The arguments. */
  static Verb arguments(Verb verb) {
    return verb.texts(
            "LETTER",
            "The letters, as 'list --rejected' shows them, like 3:44; or use the filter below")
        .with(Bulk::arguments)
        .text("--reason=REASON -> filter/reason", "All that were rejected with this reason code")
        .text(
            "--rejected-from=TIME -> filter/rejectedFrom",
            "All that were rejected at this time or later: epoch milliseconds, or ISO-8601")
        .text("--rejected-to=TIME -> filter/rejectedTo", "All that were rejected before this time");
  }

  @Override
  public ExitStatus apply(GatewayInvocation call) {
    var letters = call.texts("LETTER");
    if (Bulk.isFiltered(call, letters, "letters")) {
      return bulk(call).found("Send again all rejected commands");
    }
    if (call.has("--limit")) {
      throw CliException.usage("--limit requires a filter or --all.");
    }
    var places = letters.stream().map(RedriveAction::place).toList();
    return bulk(call).letters(places);
  }

  private static Bulk bulk(GatewayInvocation call) {
    return new Bulk(call, "/v1/dead-letters/redrive");
  }

  private static ObjectNode place(String text) {
    var place = LETTER.matcher(text);
    if (!place.matches()) {
      throw CliException.usage(
          "'" + text + "' is not a valid letter; use the form PARTITION:OFFSET, like 3:44.");
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("partition", Long.parseLong(place.group(1)))
        .put("offset", Long.parseLong(place.group(2)));
  }
}
