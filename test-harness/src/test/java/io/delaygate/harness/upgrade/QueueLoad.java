package io.delaygate.harness.upgrade;

import io.delaygate.harness.process.Service;
import io.delaygate.harness.queues.HandOuts;
import io.delaygate.harness.queues.QueueWorker;
import io.delaygate.harness.queues.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Load of a queue: it publishes jobs, and bad workers reserve and finish them. */
final class QueueLoad implements AutoCloseable {
  private static final String PATH = "/v1/queues/mails";
  private static final int WORKERS = 6;
  private static final int JOBS_PER_SECOND = 20;
  private static final int LONGEST_MS = 20_000;

  /** A job that never dies, and whose release is offered at once. */
  private static final String JOB =
      """
      {"id":"%s","delayMs":%d,"value":"x",
       "ack":{"maxAttempts":1000,"backoff":{"kind":"fixed","initialMs":1}}}""";

  private static final String EMPTY =
      "{\"delayed\":0,\"parked\":0,\"ready\":0,\"reserved\":0,\"dead\":0}";

  private final Gateways gateways;
  private final HandOuts log = new HandOuts();
  private final Set<String> published = ConcurrentHashMap.newKeySet();
  private final Set<String> maybePublished = ConcurrentHashMap.newKeySet();
  private final Set<String> strange = ConcurrentHashMap.newKeySet();
  private final List<CompletableFuture<Void>> workers = new ArrayList<>();
  private CompletableFuture<Void> publisher = CompletableFuture.completedFuture(null);
  private volatile boolean isPublished;
  private volatile boolean isWorked;

  QueueLoad(Gateways gateways) {
    this.gateways = gateways;
  }

  /** Starts the load, with workers that call these gateways. */
  void start(List<? extends Service> services) {
    publisher = inThread(this::publish);
    for (var i = 0; i < WORKERS; i++) {
      var worker = new QueueWorker(services, PATH, log, new Random(i));
      workers.add(inThread(() -> worker.work(() -> isWorked)));
    }
  }

  private static CompletableFuture<Void> inThread(Runnable work) {
    return CompletableFuture.runAsync(work, task -> new Thread(task).start());
  }

  private void publish() {
    var random = new Random(0);
    for (var i = 0; !isPublished; i++) {
      var id = "mail-" + i;
      maybePublished.add(id);
      var body = JOB.formatted(id, random.nextInt(LONGEST_MS));
      var answer = gateways.call("POST", PATH + "/jobs", body);
      if (answer.isSuccess()) {
        published.add(id);
      } else if (!answer.isOpen()) {
        strange.add("publish of %s: %s".formatted(id, answer));
      }
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos() / JOBS_PER_SECOND);
    }
  }

  /** Stops publishing; the workers continue. */
  void stopPublishing() {
    isPublished = true;
    publisher.join();
  }

  /** Whether the queue says that it has no job. */
  boolean isEmpty() {
    return stats().contains(EMPTY);
  }

  /** Statistics of the queue, from a gateway. */
  String stats() {
    return gateways.call("GET", PATH + "/stats", "").json().toString();
  }

  /** Stops publisher and workers. */
  void stop() {
    stopPublishing();
    isWorked = true;
    workers.forEach(CompletableFuture::join);
  }

  @Override
  public void close() {
    stop();
  }

  /** Number of jobs so far, as text. */
  String handOuts() {
    return published.size() + " jobs of a queue, handed out " + log.handedOut() + " times";
  }

  /** Broken promises, after the queue is empty and all workers have stopped. */
  List<String> violations() {
    var violations = new ArrayList<>(strange);
    log.violations(maybePublished).stream()
        .filter(found -> published.contains(found.job()) || !isUnfinished(found))
        .forEach(found -> violations.add(found.toString()));
    return violations;
  }

  private static boolean isUnfinished(Violation found) {
    return found.kind() == Violation.Kind.UNFINISHED;
  }
}
