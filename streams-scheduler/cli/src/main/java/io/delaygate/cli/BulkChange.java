package io.delaygate.cli;

import java.util.StringJoiner;
import java.util.function.Function;

/**
 * Change of one job or of many, by ids or by a filter, or of all; only by ids without a
 * confirmation.
 *
 * @param question to confirm, such as {@code Cancel all pending jobs}
 * @param method method of the call for one job; its body is what the verb adds, but for the filter
 * @param onePath path of the call for one job
 * @param manyPath path of the calls for many jobs
 */
record BulkChange(String question, String method, String onePath, String manyPath)
    implements Function<GatewayInvocation, ExitStatus> {

  /** The arguments, to which each verb adds times for the filter. */
  static Verb arguments(Verb verb) {
    return verb.texts("ID", "These; or use the filter below")
        .with(CommonArguments::ifVersion)
        .flag("--all -> all", "All there are, instead of ids or a filter")
        .text("--topic=TOPIC -> filter/topic", "All of this target")
        .text("--id-prefix=TEXT -> filter/idPrefix", "All with ids that begin so")
        .number(
            "--limit=N",
            "With a filter or --all: how many at most, the first ones; all if not given")
        .flag("--yes", "With a filter or --all: do it without asking");
  }

  @Override
  public ExitStatus apply(GatewayInvocation call) {
    var ids = call.texts("ID");
    var isFiltered = call.isAsked("filter") || call.isAsked("all");
    if (ids.isEmpty() != isFiltered) {
      throw CliException.usage(
          "Give ids, or a filter by target or time, or --all; only one of these.");
    }
    if (call.isAsked("filter") && call.isAsked("all")) {
      throw CliException.usage("--all goes without a filter.");
    }
    if (call.has("--if-version") && ids.size() != 1) {
      throw CliException.usage("--if-version goes with one id.");
    }
    if (isFiltered) {
      return found(call);
    }
    if (call.has("--limit")) {
      throw CliException.usage("--limit goes with a filter or --all.");
    }
    return ids.size() > 1
        ? new Bulk(call, manyPath).ids(ids)
        : call.answer(method, onePath, JobText::printOutcome);
  }

  private ExitStatus found(GatewayInvocation call) {
    var most = call.atLeast1("--limit");
    var which = new StringJoiner(", ", question + " with ", "?").setEmptyValue(question + "?");
    for (var condition : call.fields().path("filter").properties()) {
      which.add(condition.getKey() + " " + condition.getValue().asText());
    }
    if (call.has("--limit")) {
      which.add("at most " + most);
    }
    call.confirm(which.toString());
    return new Bulk(call, manyPath).found(most);
  }
}
