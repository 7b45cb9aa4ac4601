package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Group {@code queues}. The verbs of producers and workers are in {@link WorkVerbs}. */
final class QueueVerbs {
  private QueueVerbs() {}

  private static final List<Verb> COUNTS =
      List.of(
          Verb.of("list", "List queues that have jobs by name, with their number by state")
              .examples("queues list", "queues list --json")
              .lists("/v1/queues", "queues", QueueVerbs::printQueues),
          Verb.of(
                  "stats",
                  "Count a queue's jobs by state, and tell how old the oldest ready one is")
              .examples("queues stats mails", "queues stats mails --json | jq .oldestReadyMs")
              .parameter("QUEUE", "The queue")
              .calls("GET", "/v1/queues/{QUEUE}/stats", QueueVerbs::printStats));

  private static final List<Verb> CARE =
      List.of(
          Verb.of(
                  "peek",
                  "Show the job that comes next in a state, with its payload; it stays there")
              .examples("queues peek mails", "queues peek mails --state dead")
              .parameter("QUEUE", "The queue")
              .text(
                  "--state=STATE -> state", "ready, delayed or dead; ${DEFAULT-VALUE} if not given")
              .orElse("ready")
              .calls("GET", "/v1/queues/{QUEUE}/peek", JobText::print),
          Verb.of("kick", "Make dead jobs of a queue ready; or, if there are none, delayed ones")
              .examples("queues kick mails", "queues kick mails --count 100 --yes")
              .with(QueueVerbs::bulk)
              .number(
                  "--count=N -> count",
                  "At most so many, up to 10000; ${DEFAULT-VALUE} if not given")
              .orElse("1")
              .runsOnGateway(QueueVerbs::kick),
          Verb.of("purge", "Drop a queue's pending jobs, or those in one state")
              .examples(
                  "queues purge mails", "queues purge mails --state delayed --limit 1000 --yes")
              .with(QueueVerbs::bulk)
              .text(
                  "--state=STATE -> state",
                  "delayed, ready, reserved or dead; all but dead if not given")
              .number("--limit=N", "How many at most, the first ones; all if not given")
              .runsOnGateway(QueueVerbs::purge),
          Verb.of("dead-letters", "List a queue's dead letters, those first that died first")
              .examples(
                  "queues dead-letters mails", "queues dead-letters mails --limit 1000 --json")
              .parameter("QUEUE", "The queue")
              .with(CommonArguments::limit)
              .pages("/v1/queues/{QUEUE}/dead-letters", "deadLetters", JobText.DEAD_LISTED),
          Verb.of(
                  "respawn",
                  "Hand the oldest dead letters of a queue out again, with all their attempts")
              .examples("queues respawn mails", "queues respawn mails --limit 1000 --yes")
              .with(QueueVerbs::oldest)
              .runsOnGateway(call -> deadLetters(call, "respawn", "Hand out again dead letters")),
          Verb.of("discard", "Drop the oldest dead letters of a queue for good")
              .examples("queues discard mails", "queues discard mails --limit 1000 --yes")
              .with(QueueVerbs::oldest)
              .runsOnGateway(call -> deadLetters(call, "discard", "Drop dead letters")),
          Verb.of("pause", "Hand out no job of a queue; it can be published to")
              .examples("queues pause mails", "queues pause mails --for 30m")
              .parameter("QUEUE", "The queue")
              .with(CommonArguments::pauseTime)
              .calls("POST", "/v1/queues/{QUEUE}/pause", TargetVerbs.control("queue", "queue")),
          Verb.of("resume", "Hand out jobs of a queue again")
              .examples("queues resume mails", "queues resume mails --json")
              .parameter("QUEUE", "The queue")
              .calls("POST", "/v1/queues/{QUEUE}/resume", TargetVerbs.control("queue", "queue")),
          Verb.of("delete", "Delete a queue with all its jobs and dead letters")
              .examples("queues delete mails", "queues delete mails --yes")
              .with(QueueVerbs::bulk)
              .runsOnGateway(QueueVerbs::delete));

  static final Verb QUEUES =
      Verb.group("queues", "Publish to queues, work for them, and look after them")
          .examples(
              "queues publish mails --in 30m --value 'close it'",
              "queues reserve mails --wait 30s --lease 5m",
              "queues stats mails")
          .holds(COUNTS)
          .holds(WorkVerbs.ROWS)
          .holds(CARE);

  private static Verb bulk(Verb verb) {
    return verb.parameter("QUEUE", "The queue").flag("--yes", "Do it without asking");
  }

  private static Verb oldest(Verb verb) {
    return verb.with(QueueVerbs::bulk)
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

  private static ExitStatus kick(GatewayInvocation call) {
    confirmMany(call, "--count", "Make jobs ready");
    return new Bulk(call, "/v1/queues/{QUEUE}/kick").once();
  }

  private static ExitStatus purge(GatewayInvocation call) {
    var limit = call.atLeast1("--limit");
    confirm(call, "Drop all " + (call.has("--state") ? call.text("--state") : "pending") + " jobs");
    return new Bulk(call, "/v1/queues/{QUEUE}/purge").found(limit);
  }

  private static ExitStatus deadLetters(GatewayInvocation call, String verb, String question) {
    var limit = confirmMany(call, "--limit", question);
    return new Bulk(call, "/v1/queues/{QUEUE}/dead-letters/" + verb).first(limit);
  }

  private static ExitStatus delete(GatewayInvocation call) {
    confirm(call, "Delete all jobs and dead letters");
    return new Bulk(call, "/v1/queues/{QUEUE}").deleted();
  }

  /** The number of an option; one above 1 only after a confirmation. */
  private static long confirmMany(GatewayInvocation call, String option, String what) {
    var many = call.atLeast1(option);
    if (many > 1) {
      confirm(call, what + ", at most " + many + ",");
    }
    return many;
  }

  private static void confirm(GatewayInvocation call, String what) {
    call.confirm(what + " of queue " + call.text("QUEUE") + "?");
  }
}
