package io.delaygate.cli;

import java.util.function.Function;

/**
 * Action of a verb that changes jobs, such as {@code cancel}: by ids or, after a confirmation, by a
 * filter or all of them.
 *
 * @param question to confirm, such as {@code Cancel all pending jobs}
 * @param method method of the call for one job; its body is what the verb adds, but for the filter
 * @param onePath path of the call for one job
 * @param manyPath path of the calls for many jobs
 */
record BulkChangeAction(String question, String method, String onePath, String manyPath)
    implements Function<GatewayInvocation, ExitStatus> {

  /** The arguments, to which each verb adds times for the filter. */
  static Verb arguments(Verb verb) {
    return verb.texts("ID", "The ids of the jobs; or use the filter below")
        .with(CommonArguments::ifVersion)
        .with(Bulk::arguments)
        .text("--topic=TOPIC -> filter/topic", "All with this target topic")
        .text("--endpoint=NAME -> filter/endpoint", "All with this target endpoint");
  }

  @Override
  public ExitStatus apply(GatewayInvocation call) {
    var ids = call.texts("ID");
    var isFiltered = Bulk.isFiltered(call, ids, "ids");
    if (call.has("--if-version") && ids.size() != 1) {
      throw CliException.usage("--if-version requires exactly one id.");
    }
    if (isFiltered) {
      return new Bulk(call, manyPath).found(question);
    }
    if (call.has("--limit")) {
      throw CliException.usage("--limit requires a filter or --all.");
    }
    return ids.size() > 1
        ? new Bulk(call, manyPath).ids(ids)
        : call.answer(method, onePath, JobText::printOutcome);
  }
}
