package io.delaygate.cli;

import java.util.List;

/** Verbs of group {@code queues} by which jobs get into a queue and are worked on. */
final class WorkVerbs {
  private WorkVerbs() {}

  static final List<Verb> ROWS =
      List.of(
          QueueVerbs.about("publish", "Put a job into a queue, and say what became of the command")
              .examples(
                  "mails --value 'to: all'",
                  "mails --id mail-7 --in 30m --max-attempts 3 --value-file -")
              .with(WorkVerbs::newJob)
              .with(verb -> CommonArguments.sendsJob(verb, "/v1/queues/{QUEUE}/jobs")),
          QueueVerbs.about(
                  "request",
                  "Put a job into a queue, wait until a worker finishes it, and show its result")
              .examples(
                  "prices --value 'EUR/USD'",
                  "prices --wait 5s --value 'EUR/USD' --json | jq -r .result")
              .with(WorkVerbs::newJob)
              .text(
                  "--wait=TIME -> waitMs", "For so long, up to 10m; ${DEFAULT-VALUE} if not given")
              .orElse("30s")
              .calls(
                  "POST",
                  "/v1/queues/{QUEUE}/request",
                  new Columns()
                      .text("id", "id")
                      .with("result", answer -> JobText.bytes(answer, "result"))
                      .lines()),
          Verb.of(
                  "reserve",
                  "Take jobs out of queues, each under a lease; status 1 if there is none")
              .examples("mails", "urgent,mails --count 10 --wait 30s --lease 5m --json")
              .parameter(
                  "QUEUE[,QUEUE...]",
                  "One, or several: of the second only when the first is empty, and so on")
              .integer("--count=N -> count", "At most so many jobs: 1 to 100; 1 if not given")
              .text(
                  "--wait=TIME -> waitMs",
                  "Wait so long for the first one, up to 10m; not at all if not given")
              .text(
                  "--lease=TIME -> leaseMs",
                  "They are the caller's for so long: 1s to 24h; 1m if not given")
              .sends(GatewayInvocation::fields)
              .runsOnGateway(WorkVerbs::reserve),
          leased("finish", "Say that a reserved job is done")
              .examples(
                  "mails mail-7 --lease AAABk2bP4sc",
                  "prices 4711 --lease AAABk2bP4sc --result 1.0832")
              .text(
                  "--result=TEXT -> result",
                  "What came of it, up to 1 KiB: for who made the request"),
          leased(
                  "release",
                  "Give a reserved job up; it is handed out again if it has attempts left")
              .examples(
                  "mails mail-7 --lease AAABk2bP4sc --in 10m",
                  "mails mail-7 --lease AAABk2bP4sc --unused")
              .oneOf("0..1", CommonArguments::dueTime)
              .flag(
                  "--unused -> unused",
                  "It was not worked on: it is due at once, and the attempt does not count")
              .text("--failure=TEXT -> failure", "Why, up to 256 bytes"),
          leased("extend", "Keep a reserved job for longer, from now on")
              .examples(
                  "mails mail-7 --lease AAABk2bP4sc", "mails mail-7 --lease AAABk2bP4sc --for 5m")
              .text("--for=TIME -> leaseMs", "For so long; as long as the lease was if not given"),
          leased("bury", "Give a reserved job up for good; it becomes a dead letter")
              .examples(
                  "mails mail-7 --lease AAABk2bP4sc",
                  "mails mail-7 --lease AAABk2bP4sc --failure 'no such address'")
              .text("--failure=TEXT -> failure", "Why, up to 256 bytes"));

  /** A job for a queue; without a time it is due at once. */
  private static Verb newJob(Verb verb) {
    return verb.with(CommonArguments::newJob)
        .oneOf("0..1", CommonArguments::dueTime)
        .sends(WorkVerbs::putDelay)
        .with(CommonArguments::payload)
        .integer(
            "--max-attempts=N -> ack/maxAttempts",
            "How often it is handed out at most: 1 to 65535; 0 is without a limit")
        .text(
            "--lease=TIME -> ack/lease",
            "For how long it is reserved where a reserve does not say it, such as 90s");
  }

  private static void putDelay(GatewayInvocation call) {
    if (!call.has("--in") && !call.has("--at")) {
      call.put("delayMs", 0);
    }
  }

  private static ExitStatus reserve(GatewayInvocation call) {
    var jobs = call.send("POST", "/v1/queues/{QUEUE[,QUEUE...]}/reserve").path("jobs");
    jobs.forEach(job -> call.print(job, JobText::printReserved));
    if (jobs.isEmpty()) {
      call.session().tell("There is no job.");
    }
    return jobs.isEmpty() ? ExitStatus.NO : ExitStatus.DONE;
  }

  /** A verb that a worker runs on a reserved job, and that waits for the outcome. */
  private static Verb leased(String name, String description) {
    return QueueVerbs.about(name, description)
        .parameter("ID -> id", "The job")
        .text("--lease=LEASE -> lease", "The lease, as reserve gave it")
        .required()
        .calls("POST", "/v1/queues/{QUEUE}/" + name + "?wait=true", JobText::printOutcome);
  }
}
