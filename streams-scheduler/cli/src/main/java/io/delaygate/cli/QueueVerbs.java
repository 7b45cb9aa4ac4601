package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Group {@code queues}. The verbs of producers and workers are in {@link WorkVerbs}. */
final class QueueVerbs {
  private QueueVerbs() {}

  private static final List<Verb> COUNTS =
      List.of(
          Verb.of("list", "List queues that have jobs by name, with their number by state")
              .examples("", "--json")
              .lists("/v1/queues", "queues", QueueVerbs::printQueues),
          about("stats", "Count a queue's jobs by state, and tell how old the oldest ready one is")
              .examples("mails", "mails --json | jq .oldestReadyMs")
              .calls("GET", "/v1/queues/{QUEUE}/stats", QueueVerbs::printStats));

  private static final List<Verb> CARE =
      List.of(
          about("peek", "Show the job that comes next in a state, with its payload; it stays there")
              .examples("mails", "mails --state dead")
              .text(
                  "--state=STATE -> state", "ready, delayed or dead; ${DEFAULT-VALUE} if not given")
              .orElse("ready")
              .calls("GET", "/v1/queues/{QUEUE}/peek", JobText::print),
          about("kick", "Make dead jobs of a queue ready; or, if there are none, delayed ones")
              .examples("mails", "mails --count 100 --yes")
              .flag("--yes", "Do it without asking")
              .number(
                  "--count=N -> count",
                  "At most so many, up to 10000; ${DEFAULT-VALUE} if not given")
              .orElse("1")
              .runsOnGateway(
                  call -> confirmMany(call, "/kick", "--count", "Make jobs ready").once()),
          about("purge", "Drop a queue's jobs in one state, or all that are pending")
              .examples("mails --all", "mails --state delayed --limit 1000 --yes")
              .flag("--yes", "Do it without asking")
              .oneOf(
                  "1",
                  options ->
                      options
                          .text(
                              "--state=STATE -> state", "delayed, parked, ready, reserved or dead")
                          .flag("--all -> all", "All but dead ones"))
              .number("--limit=N", "How many at most, the first ones; all if not given")
              .runsOnGateway(QueueVerbs::purge),
          about("dead-letters", "List a queue's dead letters, those first that died first")
              .examples("mails", "mails --limit 1000 --json")
              .with(CommonArguments::limit)
              .pages("/v1/queues/{QUEUE}/dead-letters", "deadLetters", JobText.DEAD_LISTED),
          about(
                  "respawn",
                  "Hand the oldest dead letters of a queue out again, with all their attempts")
              .examples("mails", "mails --limit 1000 --yes")
              .with(QueueVerbs::oldest)
              .runsOnGateway(call -> deadLetters(call, "respawn", "Hand out again")),
          about("discard", "Drop the oldest dead letters of a queue for good")
              .examples("mails", "mails --limit 1000 --yes")
              .with(QueueVerbs::oldest)
              .runsOnGateway(call -> deadLetters(call, "discard", "Drop")),
          about("pause", "Hand out no job of a queue; it can be published to")
              .examples("mails", "mails --for 30m")
              .with(CommonArguments::pauseTime)
              .calls("POST", "/v1/queues/{QUEUE}/pause", TargetVerbs.control("queue", "queue")),
          about("resume", "Hand out jobs of a queue again")
              .examples("mails", "mails --json")
              .calls("POST", "/v1/queues/{QUEUE}/resume", TargetVerbs.control("queue", "queue")),
          about("delete", "Delete a queue with all its jobs and dead letters")
              .examples("mails", "mails --yes")
              .flag("--yes", "Do it without asking")
              .runsOnGateway(
                  call -> confirmed(call, "", "Delete all jobs and dead letters").deleted()));

  static final Verb QUEUES =
      Verb.group("queues", "Publish to queues, work for them, and look after them")
          .examples(
              "publish mails --in 30m --value 'close it'",
              "reserve mails --wait 30s --lease 5m",
              "stats mails")
          .holds(COUNTS)
          .holds(WorkVerbs.ROWS)
          .holds(CARE);

  /** A verb about one queue. */
  static Verb about(String name, String description) {
    return Verb.of(name, description).parameter("QUEUE", "The queue");
  }

  private static Verb oldest(Verb verb) {
    return verb.flag("--yes", "Do it without asking")
        .number("--limit=N", "How many at most; ${DEFAULT-VALUE} if not given")
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
    return confirmed(call, "/purge", "Drop all " + state + " jobs").found(limit);
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
