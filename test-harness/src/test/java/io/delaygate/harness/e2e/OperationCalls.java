package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Calls of one gateway about operations and the jobs that they change. */
record OperationCalls(Service gateway) {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int BATCH = 5_000;

  /** Schedules jobs for an hour from now. */
  void schedule(String target, int jobs) {
    for (var from = 0; from < jobs; from += BATCH) {
      var batch =
          IntStream.range(from, Math.min(from + BATCH, jobs))
              .mapToObj(
                  i ->
                      "{\"id\": \"o-%d\", \"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}"
                          .formatted(i, target))
              .collect(Collectors.joining(",", "[", "]"));
      assertThat(send("POST", "/v1/jobs/batch", batch).json().path("rejected").intValue()).isZero();
    }
  }

  /** Number of pending jobs of the installation. */
  long pending() {
    return send("GET", "/v1/stats", "").json().path("jobs").longValue();
  }

  /** Starts an operation; returns its id. */
  String start(String path, String body) {
    var started = send("POST", path, body, "Prefer", "respond-async");
    assertThat(started.status()).as("%s", started.json()).isEqualTo(202);
    var id = started.json().path("id").asText();
    assertThat(started.location()).isEqualTo("/v1/operations/" + id);
    return id;
  }

  JsonNode get(String id) {
    return send("GET", "/v1/operations/" + id, "").json();
  }

  /** Sends a wish; returns the operation. */
  JsonNode wish(String id, String wish) {
    var answer = send("POST", "/v1/operations/" + id + "/" + wish, "");
    assertThat(answer.status()).as("%s", answer.json()).isEqualTo(200);
    return answer.json();
  }

  /** The operation, once it is in that state. */
  JsonNode awaitState(String id, String state) {
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .until(() -> get(id).path("state").asText().equals(state));
    return get(id);
  }

  /** Answer to a call. */
  record Told(int status, String location, JsonNode json) {}

  Told send(String method, String path, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return told(HTTP.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(hurried);
    }
  }

  private static Told told(HttpResponse<String> answer) throws IOException {
    var location = answer.headers().firstValue("Location").orElse("");
    return new Told(answer.statusCode(), location, JSON.readTree(answer.body()));
  }
}
