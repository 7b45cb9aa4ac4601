package io.delaygate.harness.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Calls of a gateway about endpoints and their jobs; each must succeed. Thread-safe. */
public record GatewayCalls(Service gateway) {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Most jobs of one batch. */
  private static final int BATCH = 500;

  /** Makes an endpoint; {@code more} are further fields, each with a comma before it. */
  public void put(String endpoint, String url, String more) {
    send("PUT", "/v1/endpoints/" + endpoint, "{\"url\": \"%s\"%s}".formatted(url, more));
  }

  /** Schedules jobs with the bodies of these numbers, in batches. */
  public void schedule(int jobs, IntFunction<String> body) {
    for (var from = 0; from < jobs; from += BATCH) {
      var batch =
          IntStream.range(from, Math.min(from + BATCH, jobs))
              .mapToObj(body)
              .collect(Collectors.joining(",", "[", "]"));
      var told = send("POST", "/v1/jobs/batch", batch);
      if (told.path("rejected").intValue() > 0) {
        throw new IllegalStateException("a batch was answered with " + told);
      }
    }
  }

  /** The JSON of a job that calls an endpoint. */
  public static String job(String id, long dueMs, String endpoint) {
    return "{\"id\": \"%s\", \"dueMs\": %d, \"target\": {\"endpoint\": \"%s\"}}"
        .formatted(id, dueMs, endpoint);
  }

  /** Whether an endpoint has no pending jobs. */
  public boolean isDone(String endpoint) {
    return get("/v1/jobs?limit=1&endpoint=" + endpoint).path("jobs").isEmpty();
  }

  /** Number of dead letters, up to 1,000. */
  public int dead() {
    return get("/v1/dead-letters?limit=1000").path("jobs").size();
  }

  private JsonNode get(String path) {
    return send("GET", path, "");
  }

  /**
   * Calls the gateway.
   *
   * @throws IllegalStateException if the answer is not a success
   */
  private JsonNode send(String method, String path, String body) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      var answer = HTTP.send(request, BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new IllegalStateException(answer.statusCode() + " " + answer.body());
      }
      return JSON.readTree(answer.body());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(hurried);
    }
  }
}
