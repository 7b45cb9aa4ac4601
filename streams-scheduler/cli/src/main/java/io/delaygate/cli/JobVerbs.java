package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Verbs about jobs, and the counts of jobs. */
final class JobVerbs {
  private JobVerbs() {}

  static final List<Verb> ROWS =
      List.of(
          Verb.of("schedule", "Schedule a job, and say what became of the command")
              .examples(
                  "--target orders --id order-4711 --in 30m --value 'close it'",
                  "--target orders --at 2030-01-31T08:00:00Z --value-file order.json",
                  "--target mails --in 0s --max-attempts 3 --lease 90s --value-file -")
              .text("--target=TOPIC -> target/topic", "The topic that it is delivered to")
              .required()
              .text("--key=KEY -> target/key", "Key of the delivered record; the id if not given")
              .integer("--partition=N -> target/partition", "Partition of the target")
              .with(CommonArguments::newJob)
              .oneOf("1", CommonArguments::dueTime)
              .with(CommonArguments::payload)
              .flag(
                  "--ack",
                  "The delivery is to be confirmed by its worker; implied by the two below")
              .sentBy(call -> call.fields().putObject("ack"))
              .integer(
                  "--max-attempts=N -> ack/maxAttempts",
                  "How often it is delivered at most: 1 to 65535; 0 is without a limit")
              .text("--lease=TIME -> ack/lease", "How long an attempt may take, such as 90s")
              .with(verb -> CommonArguments.sendsJob(verb, "/v1/jobs")),
          Verb.of(
                  "cancel",
                  "Cancel pending jobs, by id or by filter, and say whether that came in time")
              .examples(
                  "order-4711",
                  "order-4711 order-4712 order-4713",
                  "--topic orders --due-to 2030-01-31T08:00:00Z --yes")
              .with(BulkChange::arguments)
              .text(
                  "--due-from=TIME -> filter/dueFrom",
                  "All due then or later: epoch milliseconds, or like 2030-01-31T08:00:00Z")
              .text("--due-to=TIME -> filter/dueTo", "All due before then")
              .runsOnGateway(
                  new BulkChange(
                      "Cancel all pending jobs", "DELETE", "/v1/jobs/{ID}", "/v1/jobs/cancel")),
          Verb.of("reschedule", "Move a pending job, or give it another value or other headers")
              .examples(
                  "order-4711 --in 2h",
                  "order-4711 --at 2030-01-31T08:00:00Z --if-version 3",
                  "order-4711 --value 'close it, but kindly'")
              .with(CommonArguments::jobInVersion)
              .oneOf("0..1", CommonArguments::dueTime)
              .with(CommonArguments::payload)
              .sends(JobVerbs::checkChange)
              .calls("PATCH", "/v1/jobs/{ID}", JobText::printOutcome),
          Verb.of("fire", "Deliver a pending job now")
              .examples("order-4711", "order-4711 --if-version 3")
              .with(CommonArguments::jobInVersion)
              .calls("POST", "/v1/jobs/{ID}/fire", JobText::printOutcome),
          Verb.of("get", "Show a job with its payload, or how it ended lately")
              .examples("order-4711", "order-4711 --json | jq -r .value")
              .parameter("ID", "The job")
              .calls("GET", "/v1/jobs/{ID}", JobText::print),
          Verb.of("list", "List pending jobs in due order")
              .examples(
                  "--topic orders --due-to 2030-01-31T08:00:00Z",
                  "--state PARKED --limit 1000",
                  "--id-prefix order- --limit 100000 --json | jq -r .id")
              .text("--topic=TOPIC -> topic", "Of this target")
              .text(
                  "--state=<state> -> state",
                  "Only SCHEDULED, PARKED, READY, RESERVED; or DEAD, which is not listed without")
              .text(
                  "--due-from=TIME -> dueFrom",
                  "Due then or later: epoch milliseconds, or like 2030-01-31T08:00:00Z")
              .text("--due-to=TIME -> dueTo", "Due before then")
              .text("--id-prefix=TEXT -> idPrefix", "What ids begin with")
              .with(CommonArguments::limit)
              .pages("/v1/jobs", "jobs", JobText.LISTED),
          Verb.of(
                  "stats",
                  "Count jobs by target and state, and tell what is due next, overdue, not read"
                      + " yet, and why jobs are parked")
              .examples("", "orders", "--json | jq .jobs")
              .text("TOPIC", "Of this target only")
              .runsOnGateway(JobVerbs::stats));

  private static void checkChange(GatewayInvocation call) {
    if (!call.hasFields()) {
      throw CliException.usage("Nothing is to change: give a time, a value or headers.");
    }
  }

  private static ExitStatus stats(GatewayInvocation call) {
    var path = call.has("TOPIC") ? "/v1/topics/{TOPIC}/stats" : "/v1/stats";
    return call.answer("GET", path, JobVerbs::printStats);
  }

  /** Prints the counts by state; the last line of the table is the sum. */
  private static void printStats(JsonNode stats, GatewayInvocation call) {
    new Columns()
        .time("as of", "asOfMs")
        .text("jobs", "jobs")
        .timeAndAway("next due", "nextDueMs")
        .timeAndAway("oldest overdue", "oldestOverdueMs")
        .text("unread commands", "lag")
        .lines()
        .print(stats, call);
    call.out().println();
    var tables = new CountTables(call, "TARGET", stats);
    stats.path("topics").forEach(target -> tables.add(target.path("topic").asText(), target));
    tables.add(call.has("TOPIC") ? call.text("TOPIC") : "all", stats).print();
    printRemade(stats, call);
    stats.path("topics").forEach(target -> printRemade(target, call));
    call.tellStale(stats);
  }

  private static void printRemade(JsonNode target, GatewayInvocation call) {
    if (target.has("remadeMs")) {
      call.out()
          .printf(
              "%n%s was deleted and made again %s%n",
              target.path("topic").asText(), call.times().both(target.path("remadeMs")));
    }
  }
}
