package io.delaygate.harness.bench;

import static io.delaygate.harness.bench.Row.Goal.atLeast;
import static io.delaygate.harness.bench.Row.Goal.atMost;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Scenarios of the highest rate of scheduled and emitted jobs, compared with plain Kafka clients.
 */
final class Throughput {
  private static final long DELAY_MS = 1_000;

  /** Most jobs in flight: more would measure memory, fewer would measure round trips. */
  private static final long OUTSTANDING = 200_000;

  /** Time until the compilers of three JVMs have finished on two cores. */
  static final int WARM_UP_SECONDS = 90;

  private static final int FLOOR_RECORDS = 3_000_000;

  private Throughput() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("floor", "plain kafka-clients, produce then consume", Throughput::floor),
        new Scenario(
            "throughput",
            "schedule and emit as fast as it goes, 200-byte payloads",
            bench -> sustained(bench, "throughput", 200)),
        new Scenario(
            "throughput-1k",
            "the same with 1 KB",
            bench -> sustained(bench, "throughput-1k", 1_000)),
        new Scenario(
            "throughput-10k",
            "the same with 10 KB",
            bench -> sustained(bench, "throughput-10k", 10_000)));
  }

  private static void floor(Bench bench) {
    try (var rig = new Rig(bench, Map.of(), Map.of())) {
      var topic = rig.target("floor");
      var count = bench.jobs(FLOOR_RECORDS);
      var start = System.nanoTime();
      try (var producer = Feed.producer(rig.bootstrapServers())) {
        var payload = new byte[200];
        for (var i = 0; i < count; i++) {
          var unused = producer.send(new ProducerRecord<>(topic, payload));
        }
      }
      var produced = System.nanoTime();
      try (var consumer = Lateness.consumer(rig.bootstrapServers(), topic, false)) {
        for (var read = 0; read < count; ) {
          read += consumer.poll(Duration.ofMillis(100)).count();
        }
      }
      var consumed = System.nanoTime();
      bench.row("floor", "produced", "records/s", count * 1e9 / (produced - start), null);
      bench.row("floor", "consumed", "records/s", count * 1e9 / (consumed - produced), null);
    }
  }

  private static void sustained(Bench bench, String name, int payloadBytes) {
    try (var rig = Rig.standard(bench)) {
      var target = rig.target("orders");
      try (var committed = new Lateness(rig, target, true);
          var feed = new Feed(rig, target, "job-", payloadBytes)) {
        var stopped = new AtomicBoolean();
        var feeding = CompletableFuture.supplyAsync(() -> feed(feed, committed, stopped));
        Bench.pass(bench.time(WARM_UP_SECONDS));
        var costs = new Costs(rig);
        var before = committed.count();
        var start = System.nanoTime();
        Bench.pass(bench.time(40));
        var jobs = committed.count() - before;
        var perSecond = jobs * 1e9 / (System.nanoTime() - start);
        costs.rows(bench, name, bench.time(40), jobs);
        stopped.set(true);
        committed.await(feeding.join(), Duration.ofMinutes(2));
        bench.row(
            name,
            "scheduled and visible to read_committed",
            "jobs/s",
            perSecond,
            payloadBytes == 200 ? atLeast(30_000) : null);
        bench.value("floor", "produced").ifPresent(floor -> share(bench, name, perSecond / floor));
        bench.row(name, "early", "jobs", committed.early(), atMost(0));
      }
    }
  }

  /** A job is written four times (command, changelog twice, delivery) and read twice. */
  private static void share(Bench bench, String name, double ofFloor) {
    bench.row(name, "of what plain clients produce", "%", 100 * ofFloor, null);
  }

  /** Schedules as fast as possible until it is stopped; returns the number of jobs. */
  static int feed(Feed feed, Lateness arrived, AtomicBoolean stopped) {
    var sent = 0;
    while (!stopped.get()) {
      if (sent - arrived.count() > OUTSTANDING) {
        LockSupport.parkNanos(1_000_000);
      } else {
        for (var i = 0; i < 100; i++) {
          feed.schedule(sent++, System.currentTimeMillis() + DELAY_MS);
        }
      }
    }
    feed.flush();
    return sent;
  }
}
