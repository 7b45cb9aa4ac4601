package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the lateness of jobs during listings, compared with phases without listings. */
@KafkaTest
@Tag("bench")
class ListingLatenessTest {
  private static final int PENDING = 200_000;
  private static final int PHASES = 8;
  private static final int JOBS_PER_PHASE = 10_000;
  private static final long JOB_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  @TempDir Path state;

  @Test
  void aListingDoesNotDisturbDelivery(KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state, 16)) {
      // Given
      var target = delaygate.target("orders", 4);
      var scheduler = delaygate.startScheduler("one");
      fill(delaygate, target);
      var quiet = new ArrayList<Long>();
      var listing = new ArrayList<Long>();
      var pages = 0;

      // When
      try (var reader = delaygate.read(target)) {
        phase(delaygate, target, reader);
        for (var phase = 0; phase < PHASES; phase++) {
          if (phase % 2 == 0) {
            quiet.addAll(phase(delaygate, target, reader));
          } else {
            var lister = new Lister(scheduler.queryPort());
            listing.addAll(phase(delaygate, target, reader));
            pages += lister.stop();
          }
        }
      }

      // Then
      System.out.printf(
          "emit lateness, ms: quiet p50 %d p99 %d; while listing p50 %d p99 %d (%d pages of 1000)%n",
          percentile(quiet, 50),
          percentile(quiet, 99),
          percentile(listing, 50),
          percentile(listing, 99),
          pages);
      assertThat(pages).isGreaterThan(PENDING / 1000);
      assertThat(percentile(listing, 99)).isLessThanOrEqualTo(2 * percentile(quiet, 99));
    }
  }

  private static void fill(Installation delaygate, String target) {
    for (var i = 0; i < PENDING; i++) {
      delaygate
          .client()
          .sendLater("far-" + i, "x".repeat(200), "delay", "2h", "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  /** Schedules a thousand jobs a second; returns their lateness, milliseconds. */
  private static List<Long> phase(Installation delaygate, String target, Reader reader) {
    var before = reader.poll().size();
    var next = System.nanoTime();
    for (var i = 0; i < JOBS_PER_PHASE; i++) {
      var due = Long.toString(System.currentTimeMillis() + 500);
      delaygate
          .client()
          .sendLater(
              "near-" + before + "-" + i,
              "x".repeat(200),
              "delay-due-ms",
              due,
              "delay-target-topic",
              target);
      next += JOB_NANOS;
      LockSupport.parkNanos(next - System.nanoTime());
    }
    return reader.await(before + JOBS_PER_PHASE).stream()
        .skip(before)
        .map(r -> r.timestamp() - Long.parseLong(Reader.header(r, "delay-job-due-ms")))
        .toList();
  }

  private static long percentile(List<Long> values, int percent) {
    return values.stream().sorted().skip((long) values.size() * percent / 100).findFirst().get();
  }

  /** Client that reads the whole listing repeatedly. */
  private static final class Lister {
    private final HttpClient http = HttpClient.newHttpClient();
    private final String list;
    private final CompletableFuture<Integer> pages;
    private volatile boolean stopped;

    Lister(int port) {
      list =
          "http://127.0.0.1:%d/internal/v1/jobs?limit=1000&partitions=%s"
              .formatted(port, "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15");
      pages = CompletableFuture.supplyAsync(this::walk);
    }

    int stop() {
      stopped = true;
      return pages.orTimeout(Duration.ofMinutes(1).toSeconds(), TimeUnit.SECONDS).join();
    }

    private int walk() {
      var count = 0;
      var after = "";
      while (!stopped) {
        var answer = get(list + after);
        var next = answer.indexOf("\"next\":\"");
        after =
            next < 0 ? "" : "&after=" + answer.substring(next + 8, answer.indexOf('"', next + 8));
        count++;
      }
      return count;
    }

    private String get(String uri) {
      try {
        var answer =
            http.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
      } catch (java.io.IOException | InterruptedException failed) {
        throw new IllegalStateException(failed);
      }
    }
  }
}
