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
 * Many bad workers at one queue until all of its jobs are finished, while the first of the gateways
 * is killed.
 */
public final class Endurance {
  private static final int BATCH = 100;

  /** Ahead of workers: more would wait for so long that they were emitted once more. */
  private static final int AHEAD = 20_000;

  /** Lets nobody die, and comes back at once. */
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

  /** Nothing has begun; there must be two gateways at least. */
  public Endurance(List<ServiceProcess> gateways, Plan plan) {
    this.gateways = gateways;
    this.plan = plan;
    this.path = "/v1/queues/" + plan.queue();
    this.random = new Random(plan.seed());
  }

  /**
   * What is done.
   *
   * @param seed of all that is left to chance
   * @param limit in which all has to be finished
   */
  public record Plan(long seed, String queue, int jobs, int workers, Duration limit) {}

  /** What was handed out. */
  public HandOuts log() {
    return log;
  }

  /**
   * Publishes, works and kills, until the queue is empty; what went wrong.
   *
   * @param progress told about twice a minute how many jobs are finished
   * @throws IllegalStateException if it is not empty in time
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
    // before the first are finished, those that were published may not be counted yet
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

  /** Nobody is dead, either: that would be one who was not finished. */
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
