package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Violation.Kind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Auditor that makes schedulers count the jobs of their partitions again and again during faults.
 * Every answer must say that counts and index agree with the jobs.
 */
final class Auditor implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final Rig rig;
  private final Queue<Violation> violations = new ConcurrentLinkedQueue<>();
  private final AtomicInteger audits = new AtomicInteger();
  private final Thread thread = new Thread(this::audit, "auditor");
  private volatile boolean stopped;

  /** Starts the audits. */
  Auditor(Rig rig) {
    this.rig = rig;
    thread.setDaemon(true);
    thread.start();
  }

  private void audit() {
    for (var turn = 0; !stopped; turn++) {
      var port = rig.scheduler(turn % Shape.SCHEDULERS).process().queryPort();
      audit(port, turn / Shape.SCHEDULERS % Rig.PARTITIONS);
      FaultRunner.pause(PAUSE_NANOS);
    }
  }

  private void audit(int port, int partition) {
    var path = "/internal/v1/partitions/" + partition + "/audit";
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(LIMIT)
            .build();
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() == 200) {
        audits.incrementAndGet();
        if (!answer.body().contains("\"agrees\":true")) {
          violations.add(new Violation(Kind.COUNT, "audit under faults: " + answer.body()));
        }
      }
    } catch (IOException away) {
      // the scheduler is frozen or killed, or another one owns the partition
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      stopped = true;
    }
  }

  /** Number of answered audits. */
  int audits() {
    return audits.get();
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  @Override
  public void close() {
    stopped = true;
  }
}
