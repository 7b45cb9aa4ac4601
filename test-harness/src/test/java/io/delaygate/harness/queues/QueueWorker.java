package io.delaygate.harness.queues;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.process.Service;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * Bad worker: it finishes most jobs, but forgets some, gives some back, extends some or finishes
 * them at the end of the lease, and disconnects during some calls. For one thread.
 */
public final class QueueWorker {
  private static final int LEASE_MIN_MS = 1_000;
  private static final int LEASE_MAX_MS = 5_000;

  /** Longer than any remaining lease, so that an unanswered extension cannot have shortened it. */
  private static final int EXTENSION_MS = 10_000;

  /** About the time until a reserve is answered. */
  private static final int STAY_MAX_MS = 60;

  private static final int BUSY = 503;

  /** Time before and after the end of the lease. */
  private static final int LATE_MS = 20;

  private final Calling gateways;
  private final String path;
  private final HandOuts log;
  private final Random random;

  /** A worker at a queue, with its own random numbers. */
  public QueueWorker(List<? extends Service> gateways, String path, HandOuts log, Random random) {
    this.gateways = new Calling(gateways, random.nextInt(gateways.size()));
    this.path = path;
    this.log = log;
    this.random = random;
  }

  /** Works until it is over. */
  public void work(BooleanSupplier isOver) {
    try (gateways) {
      while (!isOver.getAsBoolean()) {
        try {
          turn();
        } catch (UncheckedIOException gone) {
          Calling.pass(Duration.ofMillis(10)); // then the next gateway
        }
      }
    }
  }

  private void turn() {
    var leaseMs = LEASE_MIN_MS + random.nextInt(LEASE_MAX_MS - LEASE_MIN_MS);
    var count = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1;
    var wish = "{\"count\":%d,\"wait\":\"2s\",\"leaseMs\":%d}".formatted(count, leaseMs);
    if (isOnce(0.02)) {
      gateways.postAndLeave(
          path + "/reserve", wish, Duration.ofMillis(random.nextInt(STAY_MAX_MS)));
      return;
    }
    var told = gateways.post(path + "/reserve", wish);
    if (told.status() == BUSY) {
      gateways.close(); // then the next gateway
      Calling.pass(Duration.ofMillis(100));
    }
    var nowMs = System.currentTimeMillis();
    var jobs = told.json().path("jobs");
    jobs.forEach(
        job ->
            log.note(
                new Note.HandedOut(id(job), attempt(job), job.get("leaseEndsMs").asLong(), nowMs)));
    jobs.forEach(this::work);
  }

  private void work(JsonNode job) {
    if (isOnce(0.03)) {
      return; // the worker crashed
    }
    if (isOnce(0.05)) {
      log.note(new Note.Released(id(job), attempt(job), System.currentTimeMillis()));
      refused(job, say(job, "release", ",\"delayMs\":" + random.nextInt(100)));
      return;
    }
    if (isOnce(0.05)) {
      var told = say(job, "extend", ",\"leaseMs\":" + EXTENSION_MS);
      refused(job, told);
      if (told.status() == 200) {
        var leaseEndsMs = told.json().at("/job/leaseEndsMs").longValue();
        log.note(new Note.Extended(id(job), attempt(job), leaseEndsMs));
      }
    } else if (isOnce(0.003)) {
      var ends = job.get("leaseEndsMs").longValue() - System.currentTimeMillis();
      Calling.pass(Duration.ofMillis(ends - LATE_MS + random.nextInt(2 * LATE_MS)));
    }
    finish(job);
  }

  /** Finishes the job; one in two waits for the outcome. */
  private void finish(JsonNode job) {
    log.note(new Note.Finished(id(job), attempt(job)));
    var told = say(job, random.nextBoolean() ? "finish?wait=true" : "finish", "");
    refused(job, told);
    if (told.json().path("outcome").asText().equals("DONE")) {
      log.note(new Note.Done(id(job), attempt(job), System.currentTimeMillis()));
    }
  }

  private void refused(JsonNode job, Calling.Told told) {
    if (told.json().path("reason").asText().equals("LEASE_STALE")) {
      log.note(new Note.Refused(id(job), attempt(job), System.currentTimeMillis()));
    }
  }

  private Calling.Told say(JsonNode job, String word, String more) {
    var body = "{\"id\":%s,\"lease\":%s%s}".formatted(job.get("id"), job.get("lease"), more);
    return gateways.post(path + "/" + word, body);
  }

  private boolean isOnce(double share) {
    return random.nextDouble() < share;
  }

  private static String id(JsonNode job) {
    return job.get("id").asText();
  }

  private static int attempt(JsonNode job) {
    return job.get("attempt").intValue();
  }
}
