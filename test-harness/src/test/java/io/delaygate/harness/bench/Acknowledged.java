package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Scenario of acknowledged jobs: a consumer finishes 80 %, fails 15 % once and 5 % always, while a
 * scheduler is killed. Then all dead letters, and 10,000 more, are kicked.
 */
final class Acknowledged {
  private static final int JOBS = 100_000;
  private static final int BURIED = 10_000;
  private static final int ATTEMPTS = 3;
  private static final long BACKOFF_MS = 500;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private Acknowledged() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "acknowledged",
            "100,000 acknowledged jobs, a scheduler is killed in the middle; kick",
            Acknowledged::run),
        new Scenario(
            "acknowledged-waiting",
            "1 M jobs are delivered and wait for feedback, nothing else happens",
            Acknowledged::idle));
  }

  private static void idle(Bench bench) {
    var jobs = bench.jobs(1_000_000);
    try (var rig = Rig.standard(bench);
        var target = new Lateness(rig, rig.target("orders"), true);
        var producer = Feed.producer(rig.bootstrapServers())) {
      schedule(producer, "job-", jobs);
      target.await(jobs, LIMIT);
      rig.awaitPending(jobs, LIMIT);
      Backlog.idle(bench, "acknowledged-waiting", rig);
    }
  }

  private static void run(Bench bench) {
    var jobs = bench.jobs(JOBS);
    var buried = bench.jobs(BURIED);
    try (var rig = new Rig(bench, Map.of(), Map.of()).ready(List.of(Map.of(), Map.of()))) {
      rig.target("orders");
      var letters = new DeadLetterBox(rig.startGateway().port());
      try (var worker = new Worker(rig, "orders", BACKOFF_MS);
          var producer = Feed.producer(rig.bootstrapServers())) {
        var start = System.nanoTime();
        schedule(producer, "job-", jobs);
        worker.awaitDeliveries(jobs / 2, LIMIT);
        rig.scheduler("scheduler-1").kill();
        rig.scheduler("scheduler-1").startAgain();
        rig.scheduler("scheduler-1").awaitReady();
        rig.awaitPending(0, LIMIT);
        var seconds = (System.nanoTime() - start) / 1e9;
        report(bench, worker, letters, jobs);
        bench.row("acknowledged", "confirmed", "jobs/s", jobs / seconds, null);
        schedule(producer, Worker.HOPELESS, buried);
        rig.awaitPending(0, LIMIT);
        kick(bench, worker, letters);
        rig.awaitPending(0, LIMIT);
        none(bench, "kick", "attempts delivered twice", worker.twice());
        none(bench, "kick", "dead letters left", letters.list("orders").size());
      }
    }
  }

  private static void report(Bench bench, Worker worker, DeadLetterBox letters, int jobs) {
    var neverDone = IntStream.range(0, jobs).filter(i -> Worker.fails("job-" + i)).count();
    var dead = letters.list("orders");
    var wrong =
        dead.stream()
            .filter(
                letter ->
                    letter.path("attempt").intValue() != ATTEMPTS
                        || !letter.path("reason").asText().equals("ATTEMPTS_EXHAUSTED"))
            .count();
    var logs =
        IntStream.iterate(0, i -> i < jobs, i -> i + Math.max(1, jobs / 500))
            .filter(i -> !letters.attempts("job-" + i).equals(Worker.expected("job-" + i)))
            .count();
    none(bench, "acknowledged", "attempts delivered twice", worker.twice());
    none(bench, "acknowledged", "attempts that came before their backoff", worker.soon());
    none(bench, "acknowledged", "dead letters missing", neverDone - dead.size());
    none(bench, "acknowledged", "dead letters too many", dead.size() - neverDone);
    none(bench, "acknowledged", "dead letters with a wrong history", wrong);
    none(bench, "acknowledged", "attempt logs that are wrong, of 500", logs);
  }

  private static void none(Bench bench, String scenario, String metric, long found) {
    bench.row(scenario, metric, "", (double) found, atMost(0));
  }

  private static void kick(Bench bench, Worker worker, DeadLetterBox letters) {
    var dead = letters.list("orders").size();
    worker.finishesAllFromNowOn();
    var start = System.nanoTime();
    var kicked = letters.kickAll("orders");
    var seconds = (System.nanoTime() - start) / 1e9;
    bench.row("kick", "kicked", "jobs", (double) kicked, atLeast(dead));
    bench.row("kick", "kicked", "jobs/s", kicked / seconds, null);
  }

  private static void schedule(KafkaProducer<byte[], byte[]> producer, String prefix, int jobs) {
    var headers =
        List.of(
            header("delay-target-topic", "orders"),
            header("delay-ms", "0"),
            header("delay-ack", "true"),
            header("delay-max-attempts", Integer.toString(ATTEMPTS)),
            header("delay-lease-ms", "3600000"),
            header("delay-backoff", "fixed"),
            header("delay-backoff-initial-ms", Long.toString(BACKOFF_MS)));
    var payload = "x".repeat(200).getBytes(UTF_8);
    for (var i = 0; i < jobs; i++) {
      var id = (prefix + i).getBytes(UTF_8);
      var unused = producer.send(new ProducerRecord<>(Rig.requests(), null, id, payload, headers));
    }
    producer.flush();
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }
}
