package io.delaygate.harness.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.faults.CanaryVerdict.Arrival;
import io.delaygate.harness.faults.TopicReader.Seen;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Jobs for a healthy target: every 100 ms one in every partition of commands by Kafka, and one in
 * another namespace over HTTP, due within a second. Some of them share partition, task, stream
 * thread and transaction with each poisoned job.
 */
final class Canaries implements AutoCloseable {
  private static final int EVERY_MS = 100;
  private static final int DELAY_MOST_MS = 1_000;

  /**
   * Wait without arrivals after which missing jobs are given up: longer than a rebalance and a
   * restore.
   */
  private static final Duration SILENCE = Duration.ofSeconds(25);

  /** Number of canary sets so far, so that sets in the same installation have different ids. */
  private static final AtomicInteger FLOCKS = new AtomicInteger();

  private final TrialInstallation delaygate;
  private final String flock;
  private final String target;
  private final ScheduledExecutorService sending = Executors.newScheduledThreadPool(1);
  private final Thread reading = new Thread(this::read, "canary-reader");
  private final Map<String, Long> dueMs = new ConcurrentHashMap<>();
  private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
  private final Map<String, Boolean> arrived = new ConcurrentHashMap<>();
  private final Queue<String> refused = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;
  private int number;

  /**
   * Starts sending after the first canaries have arrived, so that the brokers' own start does not
   * count.
   */
  Canaries(TrialInstallation delaygate) {
    this.delaygate = delaygate;
    this.flock = "canary-" + FLOCKS.incrementAndGet();
    this.target = delaygate.unique(flock);
    delaygate.cluster().create(target, 1, TrialCluster.KEPT, Map.of());
    reading.start();
    // a new target may be unknown at first, so this is repeated
    TrialCluster.await().until(() -> sendOverHttp(flock + "-first").join());
    refused.clear();
    send();
    TrialCluster.await().until(() -> arrived.keySet().containsAll(dueMs.keySet()));
    dueMs.clear();
    var unused = sending.scheduleAtFixedRate(this::send, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
  }

  private void send() {
    number++;
    for (var partition = 0; partition < TrialInstallation.PARTITIONS; partition++) {
      var id = JobSender.idIn(partition, flock + "-" + number + "-k");
      var due = plan(id);
      delaygate
          .sender()
          .send(
              id,
              id,
              List.of(
                  header("delay-due-ms", Long.toString(due)),
                  header("delay-target-topic", target)));
    }
    var unused = sendOverHttp(flock + "-" + number + "-h");
  }

  /** Sends a canary, which counts as planned only if it is stored; the future says so. */
  private CompletableFuture<Boolean> sendOverHttp(String id) {
    var due = due();
    var body =
        "{\"target\":{\"topic\":\"%s\"},\"dueMs\":%d,\"value\":\"%s\"}".formatted(target, due, id);
    return delaygate
        .http()
        .callLater("PUT", "/v1/jobs/" + id, body, TrialInstallation.NAMESPACE)
        .handle((answer, failure) -> failure == null ? answer.text().strip() : failure.toString())
        .thenApply(
            answer -> {
              var isStored = answer.equals("201");
              if (isStored) {
                dueMs.put(id, due);
              } else {
                refused.add(id + ": " + answer);
              }
              return isStored;
            });
  }

  private long plan(String id) {
    var due = due();
    dueMs.put(id, due);
    return due;
  }

  private static long due() {
    return System.currentTimeMillis() + ThreadLocalRandom.current().nextInt(DELAY_MOST_MS);
  }

  private static RecordHeader header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }

  private void read() {
    try (var reader = delaygate.read(target)) {
      while (!stopped) {
        reader.poll().forEach(this::arrive);
      }
    }
  }

  private void arrive(Seen seen) {
    arrivals.add(new Arrival(seen.text(), seen.atMs()));
    arrived.put(seen.text(), true);
  }

  /** Stops sending, waits for the canaries in flight, and judges. */
  CanaryVerdict stop() {
    sending.shutdown();
    var until = System.nanoTime() + SILENCE.toNanos();
    var before = arrivals.size();
    while (!arrived.keySet().containsAll(dueMs.keySet()) && System.nanoTime() < until) {
      Pauses.pass(Duration.ofMillis(EVERY_MS));
      if (arrivals.size() != before) {
        before = arrivals.size();
        until = System.nanoTime() + SILENCE.toNanos();
      }
    }
    // a second delivery would come soon after the first
    Pauses.pass(Duration.ofMillis(DELAY_MOST_MS));
    close();
    tellOfMissing();
    return CanaryVerdict.of(
        Map.copyOf(dueMs), List.copyOf(arrivals), List.copyOf(refused), Canaries::partition);
  }

  private static int partition(String id) {
    return new JobId(JobId.prefix(namespace(id)) + id)
        .partition(TrialInstallation.PARTITIONS)
        .orElseThrow();
  }

  private static String namespace(String id) {
    return id.endsWith("-h") ? TrialInstallation.NAMESPACE : JobId.DEFAULT_NAMESPACE;
  }

  /** Prints the state of missing canaries, which shows whether they are lost or wait. */
  private void tellOfMissing() {
    dueMs.forEach(
        (id, due) -> {
          if (!arrived.containsKey(id)) {
            var answer = delaygate.http().call("GET", "/v1/jobs/" + id, null, namespace(id));
            System.out.printf(
                "missing %s, due at %tT.%<tL: %s %s%n", id, due, answer.text(), answer.json());
          }
        });
  }

  @Override
  public void close() {
    sending.shutdownNow();
    stopped = true;
    try {
      reading.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
