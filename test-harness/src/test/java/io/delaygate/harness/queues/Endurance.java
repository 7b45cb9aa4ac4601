package io.delaygate.harness.queues;

import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.ServiceProcess;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Endurance run of a queue: many bad workers until all jobs are finished, while the first gateway
 * is killed.
 */
public final class Endurance {
  private static final int BATCH = 100;

  /** Greatest number of unfinished jobs; more would wait so long that they are emitted again. */
  private static final int AHEAD = 20_000;

  /** A job that never dies, and comes back at once. */
  private static final String JOB =
      """
      {"id":"%s","delayMs":%d,"value":"%s",
       "ack":{"maxAttempts":1000,"backoff":{"kind":"fixed","initialMs":1}}}""";

  private static final Duration SAY = Duration.ofSeconds(30);

  private final List<ServiceProcess> gateways;
  private final Plan plan;
  private final String path;
  private final HandOuts log = new HandOuts();
  private final Random random;
  private int published;

  /** Prepares a run; needs at least two gateways. */
  public Endurance(List<ServiceProcess> gateways, Plan plan) {
    this.gateways = gateways;
    this.plan = plan;
    this.path = "/v1/queues/" + plan.queue();
    this.random = new Random(plan.seed());
  }

  /**
   * Plan of a run.
   *
   * @param seed seed of all random choices
   * @param limit time in which all jobs must be finished
   */
  public record Plan(long seed, String queue, int jobs, int workers, Duration limit) {}

  /** Log of all attempts. */
  public HandOuts log() {
    return log;
  }

  /**
   * Publishes, works and kills until the queue is empty; returns the violations.
   *
   * @param progress gets the number of finished jobs about twice a minute
   * @throws IllegalStateException if the queue is not empty in time
   */
  public List<Violation> run(IntConsumer progress) {
    var isOver = new AtomicBoolean();
    var workers =
        IntStream.range(0, plan.workers())
            .mapToObj(i -> new QueueWorker(gateways, path, log, new Random(plan.seed() + 1 + i)))
            .map(
                worker ->
                    CompletableFuture.runAsync(
                        () -> worker.work(isOver::get), task -> new Thread(task).start()))
            .toList();
    try {
      lead(progress);
    } finally {
      isOver.set(true);
    }
    workers.forEach(CompletableFuture::join);
    return log.violations(IntStream.range(0, plan.jobs()).mapToObj(this::id).toList());
  }

  private void lead(IntConsumer progress) {
    var end = System.nanoTime() + plan.limit().toNanos();
    var sayAt = System.nanoTime();
    // published jobs may not be counted before the first ones are finished
    while (published < plan.jobs() || log.finished() == 0 || !isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("after %s: %s".formatted(plan.limit(), stats()));
      }
      if (System.nanoTime() > sayAt) {
        sayAt += SAY.toNanos();
        progress.accept(log.finished());
      }
      if (published < plan.jobs() && published - log.finished() < AHEAD) {
        publish();
      } else {
        Calling.pass(Duration.ofMillis(100));
      }
      if (log.finished() >= plan.jobs() / 2 && gateways.get(0).isAlive()) {
        gateways.get(0).kill();
      }
    }
  }

  private void publish() {
    var to = Math.min(published + BATCH, plan.jobs());
    var batch =
        IntStream.range(published, to)
            .mapToObj(
                i -> JOB.formatted(id(i), random.nextInt(500), "x".repeat(random.nextInt(300))))
            .collect(Collectors.joining(",", "[", "]"));
    try (var calling = new Calling(gateways, gateways.size() - 1)) {
      var told = calling.post(path + "/jobs/batch", batch);
      if (told.json().path("scheduled").intValue() != to - published) {
        throw new IllegalStateException("a batch was answered with " + told);
      }
    }
    published = to;
  }

  private String id(int i) {
    return plan.queue() + "-" + i;
  }

  /** Whether the queue is empty; a dead job would be an unfinished one. */
  private boolean isEmpty() {
    return stats()
        .contains("\"states\":{\"delayed\":0,\"parked\":0,\"ready\":0,\"reserved\":0,\"dead\":0}");
  }

  private String stats() {
    return Metrics.get(gateways.get(gateways.size() - 1).port(), path + "/stats")
        .map(HttpResponse::body)
        .orElse("");
  }
}
