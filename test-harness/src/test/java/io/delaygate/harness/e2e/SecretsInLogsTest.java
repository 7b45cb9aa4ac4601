package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.logs.LogFile;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of the logs of both services at the most verbose level: they contain ids of calls and no
 * sent secret, for successful and failed calls and commands.
 */
@KafkaTest
@Timeout(180)
class SecretsInLogsTest {
  /** Part of every token, id, key, value, header and parameter that the test sends. */
  private static final String SECRET = "s3cret";

  private static final String TOKEN = SECRET + "-token";
  private static final String QUERY_SECRET = SECRET + "-of-the-queries";
  private static final String REQUEST = "request-4711";
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

  private final HttpClient http = HttpClient.newHttpClient();
  private final Installation delaygate;
  private final Path folder;

  SecretsInLogsTest(KafkaCluster cluster, @TempDir Path folder) {
    this.folder = folder;
    this.delaygate = new Installation(cluster, folder);
  }

  @Test
  void nothingThatWasSentIsLoggedButTheCallsIds() throws Exception {
    // Given
    var schedulerLog = new LogFile(folder.resolve("scheduler.log"));
    var gatewayLog = new LogFile(folder.resolve("gateway.log"));
    var target = delaygate.target("orders", 1);

    // When
    try (delaygate;
        var scheduler = scheduler(schedulerLog.file());
        var gateway = gateway(scheduler, gatewayLog.file())) {
      sendCommands(target);
      callHttp(gateway, target);
      try (var reader = delaygate.read(target);
          var letters = delaygate.deadLetters()) {
        reader.await(3);
        letters.await(3);
        assertThat(reader.toTheEnd())
            .extracting(record -> Reader.text(record.value()))
            .allMatch(value -> value.contains(SECRET));
      }
      gateway.terminate();
      scheduler.terminate();
    }

    // Then
    for (var log : List.of(gatewayLog, schedulerLog)) {
      assertThat(log.text()).doesNotContainIgnoringCase(SECRET);
      assertThat(log.events()).hasSizeGreaterThan(20);
    }
    assertThat(of(gatewayLog, "Call answered"))
        .extracting(event -> LogFile.value(event, "route") + LogFile.value(event, "status"))
        .contains("/v1/jobs201", "/v1/jobs400", "unmatched401", "/v1/jobs/{id}200", "unmatched404");
    for (var about : List.of(of(gatewayLog, "Call answered"), of(schedulerLog, "Query answered"))) {
      assertThat(about)
          .filteredOn(event -> LogFile.value(event, "route").endsWith("/jobs/{id}"))
          .isNotEmpty()
          .allMatch(event -> LogFile.value(event, "requestId").equals(REQUEST))
          .allMatch(event -> LogFile.value(event, "traceId").equals(TRACE));
    }
  }

  private ServiceProcess scheduler(Path log) {
    var settings = delaygate.settings("one", Map.of("query.secret", QUERY_SECRET));
    return ServiceProcess.scheduler(
            settings, log, LogFile.flags("streams-scheduler", "json", "DEBUG"))
        .awaitReady();
  }

  private ServiceProcess gateway(Service scheduler, Path log) throws Exception {
    var hash = MessageDigest.getInstance("SHA-256").digest(TOKEN.getBytes(UTF_8));
    var tokens = folder.resolve("tokens");
    Files.writeString(tokens, "team write " + HexFormat.of().formatHex(hash) + "\n");
    var settings = new HashMap<>(delaygate.gatewaySettings());
    settings.put("auth.tokens.file", tokens.toString());
    settings.put("query.secret", QUERY_SECRET);
    settings.put("scheduler.urls", Service.urls(List.of(scheduler)));
    var gateway =
        ServiceProcess.gateway(settings, log, LogFile.flags("gateway", "json", "DEBUG"))
            .awaitReady();
    ContractBench.await().until(() -> canHaveOutcomes(gateway));
    return gateway;
  }

  private static boolean canHaveOutcomes(Service gateway) {
    return Metrics.get(gateway.port(), "/readyz")
        .filter(ready -> !ready.body().contains("outcomes"))
        .isPresent();
  }

  private void sendCommands(String target) {
    var client = delaygate.client();
    client.send(SECRET, SECRET, "delay", "1s", "delay-target-topic", target, SECRET, SECRET);
    client.send(SECRET + 1, SECRET, "delay", SECRET, "delay-target-topic", target);
    // a target is logged by its name: whoever looks for rejected commands must find it
    client.send(SECRET + 2, SECRET, "delay", "1s", "delay-target-topic", "nowhere");
    client.send(SECRET + 3, SECRET, "delay-" + SECRET, SECRET);
    client.send(SECRET + 4, SECRET, "delay-op", "finish", "delay-lease", SECRET);
    client.send(SECRET + 5, SECRET, "delay", "1h", "delay-target-topic", target);
    client.send(SECRET + 5, null, "delay-op", "cancel");
  }

  private void callHttp(ServiceProcess gateway, String target) throws Exception {
    var job =
        """
        {"id": "s3cret-%s", "target": {"topic": "%s", "key": "s3cret"}, "delay": "1s",
         "headers": [{"name": "s3cret", "value": "s3cret"}], "value": "s3cret"}
        """;
    assertThat(call(gateway, TOKEN, "POST", "/v1/jobs", job.formatted("a", target))).isEqualTo(201);
    var waiting = "/v1/jobs?wait=true";
    assertThat(call(gateway, TOKEN, "POST", waiting, job.formatted("b", target))).isEqualTo(201);
    assertThat(call(gateway, TOKEN, "POST", "/v1/jobs", "{\"s3cret\": \"s3cret\"")).isEqualTo(400);
    assertThat(call(gateway, TOKEN, "POST", "/v1/jobs", job.formatted("c", "s3cret")))
        .isEqualTo(422);
    assertThat(call(gateway, SECRET, "POST", "/v1/jobs", job)).isEqualTo(401);
    assertThat(call(gateway, TOKEN, "POST", "/v1/jobs/batch", "[{\"s3cret\": 1}]")).isEqualTo(200);
    assertThat(call(gateway, TOKEN, "GET", "/v1/jobs/s3cret-b", "")).isEqualTo(200);
    assertThat(call(gateway, TOKEN, "GET", "/v1/jobs?idPrefix=s3cret", "")).isEqualTo(200);
    assertThat(call(gateway, TOKEN, "DELETE", "/v1/jobs/s3cret-d", "")).isEqualTo(404);
    assertThat(call(gateway, TOKEN, "GET", "/s3cret?s3cret=s3cret", "")).isEqualTo(404);
    assertThat(call(gateway, TOKEN, "GET", "/v1/stats?s3cret=s3cret", "")).isEqualTo(400);
  }

  private int call(ServiceProcess gateway, String token, String method, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .header("X-Request-Id", REQUEST)
            .header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01")
            .header("tracestate", SECRET + "=" + SECRET)
            .method(method, BodyPublishers.ofString(body));
    return http.send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  private static List<JsonNode> of(LogFile log, String message) {
    return log.events().stream().filter(event -> LogFile.message(event).equals(message)).toList();
  }
}
