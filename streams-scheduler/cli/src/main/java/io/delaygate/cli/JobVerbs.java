package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Verbs about jobs: schedule, cancel, reschedule, fire, get, list and stats. */
final class JobVerbs {
  private JobVerbs() {}

  static final List<Verb> ROWS =
      List.of(
          Verb.of("schedule", "Schedule a job, and show the outcome")
              .examples(
                  "--target orders --id order-4711 --in 30m --value 'close it'",
                  "--target orders --at 2030-01-31T08:00:00Z --value-file order.json",
                  "--endpoint billing --path /timeouts --in 5s",
                  "--url https://hooks.example.com/late?a=b --in 5s",
                  "--target mails --in 0s --max-attempts 3 --lease 90s --value-file -")
              .oneOf("1", CommonArguments::target)
              .with(CommonArguments::targetDetails)
              .with(CommonArguments::newJob)
              .oneOf("1", CommonArguments::dueTime)
              .with(CommonArguments::payload)
              .flag(
                  "--ack",
                  "A worker must acknowledge the delivery; implied by the two options below")
              .sentBy(call -> call.fields().putObject("ack"))
              .integer(
                  "--max-attempts=N -> ack/maxAttempts",
                  "Largest number of deliveries: 1 to 65535; 0 for no limit")
              .text("--lease=TIME -> ack/lease", "Longest time of an attempt, such as 90s")
              .with(verb -> CommonArguments.sendsJob(verb, "/v1/jobs")),
          Verb.of(
                  "cancel",
                  "Cancel pending jobs, by id or by filter, and show whether that was in time")
              .examples(
                  "order-4711",
                  "order-4711 order-4712 order-4713",
                  "--topic orders --due-to 2030-01-31T08:00:00Z --yes")
              .with(BulkChangeAction::arguments)
              .text(
                  "--due-from=TIME -> filter/dueFrom",
                  "All due at this time or later: epoch milliseconds, or like"
                      + " 2030-01-31T08:00:00Z")
              .text("--due-to=TIME -> filter/dueTo", "All due before this time")
              .runsOnGateway(
                  new BulkChangeAction(
                      "Cancel all pending jobs", "DELETE", "/v1/jobs/{ID}", "/v1/jobs/cancel")),
          Verb.of("reschedule", "Change the time, target, value or headers of a pending job")
              .examples(
                  "order-4711 --in 2h",
                  "order-4711 --at 2030-01-31T08:00:00Z --if-version 3",
                  "order-4711 --endpoint billing --path /timeouts",
                  "order-4711 --value 'close it, but kindly'")
              .with(CommonArguments::jobInVersion)
              .oneOf("0..1", CommonArguments::dueTime)
              .oneOf("0..1", CommonArguments::target)
              .with(CommonArguments::targetDetails)
              .with(CommonArguments::payload)
              .sends(JobVerbs::checkChange)
              .calls("PATCH", "/v1/jobs/{ID}", JobText::printOutcome),
          Verb.of("fire", "Deliver a pending job now")
              .examples("order-4711", "order-4711 --if-version 3")
              .with(CommonArguments::jobInVersion)
              .calls("POST", "/v1/jobs/{ID}/fire", JobText::printOutcome),
          Verb.of("get", "Show a job with its payload, or how it ended recently")
              .examples("order-4711", "order-4711 --json | jq -r .value")
              .parameter("ID", "Id of the job")
              .calls("GET", "/v1/jobs/{ID}", JobText::print),
          Verb.of("timeline", "Show what happened to a job, when, and who did it")
              .examples("order-4711", "order-4711 --json | jq -r '.changes[].actor'")
              .parameter("ID", "Id of the job")
              .calls("GET", "/v1/jobs/{ID}/timeline", JobText::printTimeline),
          Verb.of("list", "List pending jobs in due order, or ended ones, the latest end first")
              .examples(
                  "--topic orders --due-to 2030-01-31T08:00:00Z",
                  "--state PARKED --limit 1000",
                  "--state DELIVERED,EXPIRED --ended-from 2030-01-31T08:00:00Z",
                  "--id-prefix order- --limit 100000 --json | jq -r .id")
              .text("--topic=TOPIC -> topic", "Only of this target topic")
              .text("--endpoint=NAME -> endpoint", "Only of this target endpoint")
              .text(
                  "--state=<state> -> state",
                  "Only in this state: SCHEDULED, PARKED, READY, RESERVED, or DEAD, which is"
                      + " not listed by default; or ended jobs, in one or more of DELIVERED,"
                      + " DONE, CANCELLED, EXPIRED and DISCARDED, separated by commas")
              .text(
                  "--due-from=TIME -> dueFrom",
                  "Due at this time or later: epoch milliseconds, or like 2030-01-31T08:00:00Z")
              .text("--due-to=TIME -> dueTo", "Due before this time")
              .text(
                  "--ended-from=TIME -> endedFrom",
                  "Ended at this time or later; only with states of ended jobs")
              .text("--ended-to=TIME -> endedTo", "Ended before this time")
              .text("--id-prefix=TEXT -> idPrefix", "Only ids that begin with TEXT")
              .with(CommonArguments::limit)
              .pages("/v1/jobs", "jobs", JobText.LISTED),
          Verb.of(
                  "stats",
                  "Count jobs by target and state; show the next due time, overdue jobs, unread"
                      + " commands, and why jobs are parked")
              .examples("", "orders", "--json | jq .jobs")
              .text("TOPIC", "Only of this target topic")
              .runsOnGateway(JobVerbs::stats));

  private static void checkChange(GatewayInvocation call) {
    if (!call.hasFields()) {
      throw CliException.usage(
          "The command changes nothing: give a time, a target, a value or headers.");
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
        .known("unread commands", "lag")
        .text("ended jobs", "history/entries")
        .timeAndAway("known from", "history/completeFromMs")
        .text("rejected within an hour", "rejected/lastHour")
        .lines()
        .print(stats, call);
    call.out().println();
    var tables = new CountTables(call, "TARGET", stats);
    stats.path("topics").forEach(target -> tables.add(target.path("topic").asText(), target));
    stats.path("endpoints").forEach(target -> tables.add(endpoint(target), target));
    tables.add(call.has("TOPIC") ? call.text("TOPIC") : "all", stats).print();
    printRemade(stats, call);
    stats.path("topics").forEach(target -> printRemade(target, call));
    call.tellStale(stats);
  }

  private static String endpoint(JsonNode target) {
    return "endpoint %s of %s"
        .formatted(target.path("endpoint").asText(), target.path("namespace").asText());
  }

  private static void printRemade(JsonNode target, GatewayInvocation call) {
    if (target.has("remadeMs")) {
      call.out()
          .printf(
              "%n%s was deleted and recreated %s%n",
              target.path("topic").asText(), call.times().both(target.path("remadeMs")));
    }
  }
}
