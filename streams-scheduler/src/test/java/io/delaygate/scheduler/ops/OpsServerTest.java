package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpsServerTest {
  private final SchedulerMetrics metrics = TestMetrics.fresh();
  private final AtomicReference<Health> health =
      new AtomicReference<>(new Health(List.of(), List.of("it restores", "and more")));
  private final OpsServer server =
      new OpsServer(
          new OpsServer.Address("127.0.0.1", 0, List.of("scheduler.example")),
          metrics.registry(),
          health::get,
          System::nanoTime);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aRestoringSchedulerIsAliveButNotReady() throws Exception {
    // When
    var live = get("/healthz");
    var ready = get("/readyz");

    // Then
    assertThat(live.statusCode()).isEqualTo(200);
    assertThat(live.body()).isEqualTo("live\n");
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).isEqualTo("not ready: it restores; and more\n");
  }

  @Test
  void aRunningSchedulerIsReadyAndAFailedOneIsNotAlive() throws Exception {
    // Given
    health.set(new Health(List.of(), List.of()));
    var running = get("/readyz");

    // When
    health.set(new Health(List.of("gave up"), List.of("gave up")));

    // Then
    assertThat(running.statusCode()).isEqualTo(200);
    assertThat(running.body()).isEqualTo("ready\n");
    assertThat(get("/healthz").statusCode()).isEqualTo(503);
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
  }

  @Test
  void showsWhatWasCounted() throws Exception {
    // Given
    metrics.emitted("orders", 993, 1000);
    metrics.rejected(ReasonCode.TARGET_UNKNOWN);

    // When
    var answer = get("/metrics");

    // Then
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).get().asString().contains("text/plain");
    assertThat(answer.body())
        .contains("delaygate_lateness_seconds_bucket{le=\"0.01\",} 1.0")
        .contains("delaygate_rejected_total{reason=\"TARGET_UNKNOWN\",} 1.0")
        .contains("jvm_memory_bytes_used");
  }

  @Test
  void theOldestIdleOneMakesRoomForOneMoreThanMayBe() throws Exception {
    try (var idle = new IdleConnections(server.port())) {
      // When
      idle.open(OpsServer.CONNECTIONS_MAX);
      var atTheLimit = idle.isOneOfTheFirstClosed(2_000);
      idle.open(1);

      // Then
      assertThat(atTheLimit).isFalse();
      assertThat(idle.isOneOfTheFirstClosed(10_000)).isTrue();
    }
  }

  @Test
  void otherPathsAreNotFound() throws Exception {
    // When
    var answer = get("/admin");

    // Then
    assertThat(answer.statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Host: evil.example,                                          403
          Host: evil.example:8081,                                     403
          Host: localhost; Sec-Fetch-Site: cross-site,                 403
          Host: localhost; Sec-Fetch-Site: same-site,                  403
          Host: localhost; Origin: null,                               403
          Host: localhost; Origin: http://evil.example,                403
          Host: localhost,                                             200
          Host: 10.1.2.3:8081,                                         200
          Host: Scheduler.Example:8081,                                200
          Host: localhost; Sec-Fetch-Site: none,                       200
          """)
  void aPageOfAnotherSiteGetsNothing(String headers, int status) throws IOException {
    for (var path : List.of("/healthz", "/metrics")) {
      var answer = RawCall.get(server.port(), path, headers);

      assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
      if (status == 403) {
        assertThat(answer).containsAnyOf("`http.hosts`", "another site");
      }
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + server.port() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
