package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Redrive of rejected commands: of those of some letters, or, after a confirmation, of those that a
 * filter takes, or of all.
 */
final class Redrive implements Function<GatewayInvocation, ExitStatus> {
  private static final Pattern LETTER = Pattern.compile("(\\d{1,9}):(\\d{1,18})");

  /** The arguments. */
  static Verb arguments(Verb verb) {
    return verb.texts(
            "LETTER", "These, as 'list --rejected' shows them, like 3:44; or use the filter below")
        .flag("--all -> all", "All there are, instead of letters or a filter")
        .text("--reason=REASON -> filter/reason", "All that were rejected for this reason code")
        .text("--id-prefix=TEXT -> filter/idPrefix", "All with ids that begin so")
        .text(
            "--rejected-from=TIME -> filter/rejectedFrom",
            "All that were rejected then or later: epoch milliseconds, or ISO-8601")
        .text("--rejected-to=TIME -> filter/rejectedTo", "All that were rejected before then")
        .number(
            "--limit=N",
            "With a filter or --all: how many at most, the first ones; all if not given")
        .text(
            "--cursor=TEXT -> cursor",
            "With the same filter or --all: go on where an earlier redrive ended, as it said")
        .flag("--yes", "With a filter or --all: do it without asking");
  }

  @Override
  public ExitStatus apply(GatewayInvocation call) {
    var letters = call.texts("LETTER");
    var isFiltered = call.hasFields() && (call.has("--all") || call.fields().has("filter"));
    if (letters.isEmpty() != isFiltered || (call.has("--all") && call.fields().has("filter"))) {
      throw CliException.usage("Give letters, or a filter, or --all; only one of these.");
    }
    if (isFiltered) {
      return found(call);
    }
    if (call.has("--limit") || call.has("--cursor")) {
      throw CliException.usage("--limit and --cursor go with a filter or --all.");
    }
    var places = letters.stream().map(Redrive::place).toList();
    return bulk(call).letters(places);
  }

  private static ExitStatus found(GatewayInvocation call) {
    var most = call.atLeast1("--limit");
    var question = "Send again all rejected commands";
    var which = new StringJoiner(", ", question + " with ", "?").setEmptyValue(question + "?");
    for (var condition : call.fields().path("filter").properties()) {
      which.add(condition.getKey() + " " + condition.getValue().asText());
    }
    if (call.has("--limit")) {
      which.add("at most " + most);
    }
    call.confirm(which.toString());
    return bulk(call).found(most);
  }

  private static Bulk bulk(GatewayInvocation call) {
    return new Bulk(call, "/v1/dead-letters/redrive").resumable();
  }

  private static ObjectNode place(String text) {
    var place = LETTER.matcher(text);
    if (!place.matches()) {
      throw CliException.usage("'" + text + "' is no letter like 3:44, its partition and offset.");
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("partition", Long.parseLong(place.group(1)))
        .put("offset", Long.parseLong(place.group(2)));
  }
}
