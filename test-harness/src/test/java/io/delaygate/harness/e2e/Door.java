package io.delaygate.harness.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.app.Gateway;
import io.delaygate.gateway.settings.GatewaySettings;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A gateway of an installation, and calls to it. Thread-safe. */
final class Door implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Gateway gateway;

  /** Starts it and waits until it is ready, outcomes included. */
  Door(Installation delaygate) {
    this(delaygate, Map.of());
  }

  /** The same with further settings. */
  Door(Installation delaygate, Map<String, String> more) {
    var settings = new HashMap<String, String>();
    settings.put("bootstrap.servers", delaygate.bootstrapServers());
    settings.put("topic.prefix", delaygate.prefix());
    settings.put("http.port", "0");
    settings.putAll(more);
    gateway = Gateway.start(GatewaySettings.check(settings), Clock.systemUTC(), System::nanoTime);
    ContractBench.await().until(this::isReady);
  }

  private boolean isReady() {
    return call("GET", "/readyz", null).status() == 200
        && metric("delaygate_gateway_outcomes_ready ") == 1;
  }

  /** Calls and waits for the answer; headers are name, value, name, value. */
  Called call(String method, String path, @Nullable String body, String... headers) {
    return callLater(method, path, body, headers).join();
  }

  /** Calls without waiting. */
  CompletableFuture<Called> callLater(
      String method, String path, @Nullable String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body == null ? "" : body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HTTP.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Called::new);
  }

  /** The path of a job; dots are encoded too, as clients would resolve them. */
  static String job(String id) {
    var encoded = URLEncoder.encode(id, StandardCharsets.UTF_8);
    return "/v1/jobs/" + encoded.replace("+", "%20").replace(".", "%2E");
  }

  /** The sum of all samples whose line begins so. */
  long metric(String start) {
    return Metrics.lines(gateway.port())
        .filter(line -> line.startsWith(start))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  @Override
  public void close() {
    gateway.close();
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
