package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Verbs of the group {@code queues} for operators: list, counts, peek, bulk changes, dead letters,
 * pause and resume. The verbs of producers and workers are in {@link WorkVerbs}.
 */
final class QueueVerbs {
  private QueueVerbs() {}

  private static final List<Verb> COUNTS =
      List.of(
          Verb.of("list", "List queues that have jobs, with the number of jobs by state")
              .examples("", "--json")
              .lists("/v1/queues", "queues", QueueVerbs::printQueues),
          about("stats", "Count a queue's jobs by state, and show the age of the oldest ready one")
              .examples("mails", "mails --json | jq .oldestReadyMs")
              .calls("GET", "/v1/queues/{QUEUE}/stats", QueueVerbs::printStats));

  private static final List<Verb> CARE =
      List.of(
          about("peek", "Show the next job in a state with its payload, without reserving it")
              .examples("mails", "mails --state dead")
              .text(
                  "--state=STATE -> state", "ready, delayed or dead; ${DEFAULT-VALUE} if not given")
              .orElse("ready")
              .calls("GET", "/v1/queues/{QUEUE}/peek", JobText::print),
          about("kick", "Make dead jobs of a queue ready, or delayed jobs if none is dead")
              .examples("mails", "mails --count 100 --yes")
              .flag("--yes", "Do not ask for confirmation")
              .number("--count=N -> count", "At most N, up to 10000; ${DEFAULT-VALUE} if not given")
              .orElse("1")
              .runsOnGateway(
                  call -> confirmMany(call, "/kick", "--count", "Make jobs ready").once()),
          about("purge", "Delete a queue's jobs in one state, or all pending jobs")
              .examples("mails --all", "mails --state delayed --limit 1000 --yes")
              .flag("--yes", "Do not ask for confirmation")
              .oneOf(
                  "1",
                  options ->
                      options
                          .text(
                              "--state=STATE -> state", "delayed, parked, ready, reserved or dead")
                          .flag("--all -> all", "All jobs that are not dead"))
              .number("--limit=N", "At most N, the first ones; all if not given")
              .with(OperationFollower::detach)
              .runsOnGateway(QueueVerbs::purge),
          about("dead-letters", "List a queue's dead letters, the oldest first")
              .examples("mails", "mails --limit 1000 --json")
              .with(CommonArguments::limit)
              .pages("/v1/queues/{QUEUE}/dead-letters", "deadLetters", JobText.DEAD_LISTED),
          about(
                  "respawn",
                  "Make the oldest dead letters of a queue ready again, with all their attempts")
              .examples("mails", "mails --limit 1000 --yes")
              .with(QueueVerbs::oldest)
              .runsOnGateway(call -> deadLetters(call, "respawn", "Make ready again")),
          about("discard", "Delete the oldest dead letters of a queue permanently")
              .examples("mails", "mails --limit 1000 --yes")
              .with(QueueVerbs::oldest)
              .runsOnGateway(call -> deadLetters(call, "discard", "Discard")),
          about("pause", "Pause a queue: its jobs wait, but publishing is still possible")
              .examples("mails", "mails --for 30m")
              .with(CommonArguments::pauseTime)
              .calls("POST", "/v1/queues/{QUEUE}/pause", TargetVerbs.control("queue", "queue")),
          about("resume", "Resume a queue: its jobs are dispatched again")
              .examples("mails", "mails --json")
              .calls("POST", "/v1/queues/{QUEUE}/resume", TargetVerbs.control("queue", "queue")),
          about("delete", "Delete a queue with all its jobs and dead letters")
              .examples("mails", "mails --yes")
              .flag("--yes", "Do not ask for confirmation")
              .runsOnGateway(
                  call -> confirmed(call, "", "Delete all jobs and dead letters").deleted()));

  static final Verb QUEUES =
      Verb.group("queues", "Publish jobs to queues, reserve and finish them, and manage queues")
          .examples(
              "publish mails --in 30m --value 'close it'",
              "reserve mails --wait 30s --lease 5m",
              "stats mails")
          .holds(COUNTS)
          .holds(WorkVerbs.ROWS)
          .holds(CARE);

  /** A verb about one queue. */
  static Verb about(String name, String description) {
    return Verb.of(name, description).parameter("QUEUE", "Name of the queue");
  }

  private static Verb oldest(Verb verb) {
    return verb.flag("--yes", "Do not ask for confirmation")
        .number("--limit=N", "At most N; ${DEFAULT-VALUE} if not given")
        .orElse("1");
  }

  private static void printQueues(JsonNode answer, GatewayInvocation call) {
    var queues = answer.path("queues");
    var tables = new CountTables(call, "QUEUE", queues.path(0));
    queues.forEach(queue -> tables.add(queue.path("queue").asText(), queue));
    tables.print();
    call.tellStale(answer);
  }

  private static void printStats(JsonNode stats, GatewayInvocation call) {
    new Columns()
        .time("as of", "asOfMs")
        .text("jobs", "jobs")
        .timeAndAway("oldest ready", "oldestReadyMs")
        .text("waiting", "waiting")
        .text("paused", "paused")
        .timeAndAway("paused until", "pausedUntilMs")
        .lines()
        .print(stats, call);
    call.out().println();
    new CountTables(call, "QUEUE", stats).add(call.text("QUEUE"), stats).print();
    call.tellStale(stats);
  }

  private static ExitStatus purge(GatewayInvocation call) {
    var limit = call.atLeast1("--limit");
    var state = call.has("--state") ? call.text("--state") : "pending";
    return confirmed(call, "/purge", "Delete all " + state + " jobs").found(limit);
  }

  private static ExitStatus deadLetters(GatewayInvocation call, String verb, String done) {
    return confirmMany(call, "/dead-letters/" + verb, "--limit", done + " dead letters")
        .first(call.atLeast1("--limit"));
  }

  /** An operation on as many jobs as an option says; on more than one after a confirmation. */
  private static Bulk confirmMany(GatewayInvocation call, String path, String option, String what) {
    var many = call.atLeast1(option);
    return many == 1
        ? new Bulk(call, "/v1/queues/{QUEUE}" + path)
        : confirmed(call, path, what + ", at most " + many + ",");
  }

  /** An operation after a confirmation. */
  private static Bulk confirmed(GatewayInvocation call, String path, String what) {
    call.confirm(what + " of queue " + call.text("QUEUE") + "?");
    return new Bulk(call, "/v1/queues/{QUEUE}" + path);
  }
}
