package io.delaygate.cli;

import java.util.List;

/**
 * Verbs of the group {@code queues} for producers and workers: publish, request, reserve, finish,
 * release, extend and bury.
 */
final class WorkVerbs {
  private WorkVerbs() {}

  static final List<Verb> ROWS =
      List.of(
          QueueVerbs.about("publish", "Put a job into a queue, and show the outcome")
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
                  "--wait=TIME -> waitMs",
                  "Longest wait for the result, up to 10m; ${DEFAULT-VALUE} if not given")
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
                  "Reserve jobs of queues, each under a lease; exit status 1 if there are none")
              .examples("mails", "urgent,mails --count 10 --wait 30s --lease 5m --json")
              .parameter(
                  "QUEUE[,QUEUE...]",
                  "One queue or several; a later queue is used only if the ones before it are"
                      + " empty")
              .integer("--count=N -> count", "At most N jobs: 1 to 100; 1 if not given")
              .text(
                  "--wait=TIME -> waitMs",
                  "Longest wait for the first job, up to 10m; no wait if not given")
              .text(
                  "--lease=TIME -> leaseMs",
                  "Length of the lease: 1s to 24h; by default that of the job or queue")
              .sends(GatewayInvocation::fields)
              .runsOnGateway(WorkVerbs::reserve),
          leased("finish", "Finish a reserved job")
              .examples(
                  "mails mail-7 --lease AAABk2bP4sc",
                  "prices 4711 --lease AAABk2bP4sc --result 1.0832")
              .text(
                  "--result=TEXT -> result",
                  "Result for the client that sent the request, up to 1 KiB"),
          leased(
                  "release",
                  "Release a reserved job; it is dispatched again if it has attempts left")
              .examples(
                  "mails mail-7 --lease AAABk2bP4sc --in 10m",
                  "mails mail-7 --lease AAABk2bP4sc --unused")
              .oneOf("0..1", CommonArguments::dueTime)
              .flag(
                  "--unused -> unused",
                  "The job was not started: it is due at once, and the attempt does not count")
              .text("--failure=TEXT -> failure", "Reason of the failure, up to 256 bytes"),
          leased("extend", "Extend the lease of a reserved job, from now on")
              .examples(
                  "mails mail-7 --lease AAABk2bP4sc", "mails mail-7 --lease AAABk2bP4sc --for 5m")
              .text(
                  "--for=TIME -> leaseMs",
                  "New length of the lease; the former length if not given"),
          leased("bury", "Bury a reserved job: it becomes a dead letter")
              .examples(
                  "mails mail-7 --lease AAABk2bP4sc",
                  "mails mail-7 --lease AAABk2bP4sc --failure 'no such address'")
              .text("--failure=TEXT -> failure", "Reason of the failure, up to 256 bytes"));

  /** A job for a queue; without a time it is due at once. */
  private static Verb newJob(Verb verb) {
    return verb.with(CommonArguments::newJob)
        .oneOf("0..1", CommonArguments::dueTime)
        .sends(WorkVerbs::putDelay)
        .with(CommonArguments::payload)
        .integer(
            "--max-attempts=N -> ack/maxAttempts",
            "Largest number of attempts: 1 to 65535; 0 for no limit")
        .text(
            "--lease=TIME -> ack/lease",
            "Length of the lease if a reserve does not set it, such as 90s");
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
      call.session().tell("No job is ready.");
    }
    return jobs.isEmpty() ? ExitStatus.NO : ExitStatus.DONE;
  }

  /** A verb that a worker runs on a reserved job, and that waits for the outcome. */
  private static Verb leased(String name, String description) {
    return QueueVerbs.about(name, description)
        .parameter("ID -> id", "Id of the job")
        .text("--lease=LEASE -> lease", "Lease that 'reserve' printed")
        .required()
        .calls("POST", "/v1/queues/{QUEUE}/" + name + "?wait=true", JobText::printOutcome);
  }
}
