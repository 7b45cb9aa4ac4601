package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.fuzz.CallerKind;
import io.delaygate.harness.fuzz.ErrorLog;
import io.delaygate.harness.fuzz.Fuzzer;
import io.delaygate.harness.logs.LogFile;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fuzz test of every operation, with and without tokens: each answer is one of the OpenAPI
 * document. {@code -Dfuzz.calls} and {@code -Dfuzz.seed} set the number of calls and the seed.
 */
@KafkaTest
@Timeout(3_600)
class FuzzTest {
  private static final int CALLS = 2_500;

  private static final String[] SMALL = {"-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"};

  private final HttpClient http = HttpClient.newHttpClient();
  private final Installation delaygate;
  private final Path folder;
  private final List<ServiceProcess> services = new ArrayList<>();
  private final List<ErrorLog> logs = new ArrayList<>();

  FuzzTest(KafkaCluster cluster, @TempDir Path folder) {
    this.folder = folder;
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
  }

  @AfterEach
  void stop() {
    services.forEach(ServiceProcess::close);
    delaygate.close();
  }

  @Test
  void everyAnswerIsOneOfTheDocument() throws Exception {
    // Given
    var plan =
        new Fuzzer.Plan(
            Long.getLong("fuzz.seed", 1),
            Integer.getInteger("fuzz.from", 0),
            Integer.getInteger("fuzz.calls", CALLS));
    var topics = List.of(delaygate.target("orders", 2), delaygate.target("mails", 1));
    var scheduler = scheduler();
    var open = gateway("open", scheduler, Map.of());
    var asking = gateway("asking", scheduler, Map.of("auth.tokens.file", tokens().toString()));
    var callers = callers(open.port(), asking.port());
    var document = json(send(open.port(), null, "GET", "/openapi.json", "").body());

    // When
    var installed =
        new Fuzzer.Installed(document, callers, logs, topics, List.of("default", "shop", "depot"));
    try (var fuzzer = new Fuzzer(plan, installed)) {
      var result = fuzzer.run();

      // Then
      System.out.printf(
          "%s, %d places with hostile values, answers %s%n",
          plan, result.hostile(), result.statuses());
      assertThat(result.findings()).as("%s", plan).isEmpty();
      assertThat(services).allMatch(ServiceProcess::isReady);
      assertThat(result.statuses()).containsKeys("200", "201", "400", "401", "403", "404");
    }
  }

  private Service scheduler() {
    var settings = delaygate.settings("one", Map.of());
    return started(
        "scheduler",
        log ->
            ServiceProcess.scheduler(
                settings, log, LogFile.flags("streams-scheduler", "json", "INFO")));
  }

  private Service gateway(String name, Service scheduler, Map<String, String> more) {
    var settings = new HashMap<>(delaygate.gatewaySettings());
    settings.put("scheduler.urls", Service.urls(List.of(scheduler)));
    settings.put("outcome.timeout.ms", "15000");
    settings.put("queue.max.wait.ms", "100");
    settings.put("queue.max.per.namespace", "200");
    settings.putAll(more);
    var flags =
        Stream.of(SMALL, LogFile.flags("gateway", "json", "INFO"))
            .flatMap(Stream::of)
            .toArray(String[]::new);
    var gateway = started(name, log -> ServiceProcess.gateway(settings, log, flags));
    ContractBench.await()
        .until(() -> !send(gateway.port(), null, "GET", "/readyz", "").body().contains("outcomes"));
    return gateway;
  }

  private ServiceProcess started(String name, Function<Path, ServiceProcess> start) {
    var log = folder.resolve(name + ".log");
    var service = start.apply(log).awaitReady();
    services.add(service);
    logs.add(new ErrorLog(log));
    return service;
  }

  private Path tokens() throws IOException, GeneralSecurityException {
    var lines = new StringBuilder();
    for (var role : List.of("admin", "read")) {
      var hash = MessageDigest.getInstance("SHA-256").digest(("root-" + role).getBytes(UTF_8));
      lines.append("root %s %s%n".formatted(role, HexFormat.of().formatHex(hash)));
    }
    return Files.writeString(folder.resolve("tokens"), lines);
  }

  private List<CallerKind> callers(int open, int asking) throws Exception {
    var callers = new ArrayList<CallerKind>();
    callers.add(new CallerKind("anybody", open, null, "default", 8));
    callers.add(new CallerKind("root", asking, "root-admin", "default", 6));
    callers.add(new CallerKind("reader", asking, "root-read", "default", 1));
    callers.add(new CallerKind("nobody", asking, null, "default", 1));
    callers.add(new CallerKind("stranger", asking, "stranger", "default", 1));
    for (var namespace : List.of("shop", "depot")) {
      var path = "/v1/admin/namespaces/" + namespace;
      assertThat(send(asking, "root-admin", "PUT", path, "{}").statusCode()).isEqualTo(201);
      for (var role : List.of("write", "admin", "read")) {
        var weight = role.equals("write") && namespace.equals("shop") ? 6 : 1;
        var token = token(asking, path, role);
        callers.add(new CallerKind(namespace + " " + role, asking, token, namespace, weight));
      }
    }
    return callers;
  }

  private String token(int port, String namespace, String role) {
    var body = "{\"name\":\"%s\",\"role\":\"%s\"}".formatted(role, role);
    var token =
        ContractBench.await()
            .until(
                () -> send(port, "root-admin", "POST", namespace + "/tokens", body),
                made -> made.statusCode() == 201)
            .body();
    var made = json(token).path("token").asText();
    ContractBench.await().until(() -> send(port, made, "GET", "/v1/me", "").statusCode() == 200);
    return made;
  }

  private static JsonNode json(String text) {
    return Answer.json(text.getBytes(UTF_8));
  }

  private HttpResponse<String> send(
      int port, @Nullable String token, String method, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
