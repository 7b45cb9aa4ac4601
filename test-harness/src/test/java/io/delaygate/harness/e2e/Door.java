package io.delaygate.harness.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Gateways of an installation, in the usual number, and calls to them in turn. Thread-safe. */
final class Door implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** The greatest time-out, because tests assert outcomes and not their speed. */
  private static final String OUTCOME_MS = "15000";

  private final List<Service> gateways;
  private final AtomicInteger turn = new AtomicInteger();

  /** Starts the gateways and waits until they are ready, including outcomes. */
  Door(Installation delaygate) {
    this(delaygate, Map.of());
  }

  /** The same with further settings. */
  Door(Installation delaygate, Map<String, String> more) {
    this(delaygate, Services.chosen().usual(), more);
  }

  /** The same with this number of gateways. */
  Door(Installation delaygate, int count, Map<String, String> more) {
    var settings = delaygate.gatewaySettings();
    settings.put("http.port", "0");
    settings.put("outcome.timeout.ms", OUTCOME_MS);
    settings.putAll(more);
    gateways =
        IntStream.range(0, count)
            .mapToObj(i -> delaygate.output("gateway-" + UUID.randomUUID()))
            .map(output -> Services.chosen().gateway(settings, output))
            .toList();
    gateways.forEach(gateway -> ContractBench.await().until(() -> isReady(gateway)));
  }

  private static boolean isReady(Service gateway) {
    // the probe needs no token, unlike metrics
    return Metrics.get(gateway.port(), "/readyz")
        .filter(answer -> answer.statusCode() == 200 && !answer.body().contains("outcomes"))
        .isPresent();
  }

  /** Calls and waits for the answer; headers are name, value, name, value. */
  Called call(String method, String path, @Nullable String body, String... headers) {
    return callLater(method, path, body, headers).join();
  }

  /** Calls without waiting. */
  CompletableFuture<Called> callLater(
      String method, String path, @Nullable String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body == null ? "" : body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HTTP.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Called::new);
  }

  /** Path of a job; dots are also encoded, because clients would resolve them. */
  static String job(String id) {
    var encoded = URLEncoder.encode(id, StandardCharsets.UTF_8);
    return "/v1/jobs/" + encoded.replace("+", "%20").replace(".", "%2E");
  }

  /** Sum over all gateways of all samples whose line has this prefix. */
  long metric(String start) {
    return gateways.stream().mapToLong(gateway -> Metrics.of(gateway, start)).sum();
  }

  /** Address of the next gateway. */
  String url() {
    return "http://127.0.0.1:" + next().port();
  }

  private Service next() {
    return gateways.get(Math.floorMod(turn.getAndIncrement(), gateways.size()));
  }

  /** Stops all gateways in parallel, because each waits a second for idle connections. */
  @Override
  public void close() {
    gateways.parallelStream().forEach(Service::close);
  }

  /** An answer. */
  record Called(int status, JsonNode json, HttpResponse<String> response) {
    private Called(HttpResponse<String> response) {
      this(response.statusCode(), parsed(response.body()), response);
    }

    private static JsonNode parsed(String body) {
      return body.startsWith("{")
          ? Answer.json(body.getBytes(StandardCharsets.UTF_8))
          : Answer.json("null".getBytes(StandardCharsets.UTF_8));
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** Status, outcome or reason, and the job's state and version, in one line. */
    String text() {
      var word = json.path("outcome").asText() + json.path("reason").asText();
      var job = json.path("job");
      return "%d %s %s %s"
          .formatted(status, word, job.path("state").asText(), job.path("version").asText())
          .strip();
    }
  }
}
