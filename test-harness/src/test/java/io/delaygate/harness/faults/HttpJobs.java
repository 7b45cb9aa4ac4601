package io.delaygate.harness.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Client that calls a gateway with an administrator's token. Thread-safe. */
final class HttpJobs {
  static final ObjectMapper JSON = new ObjectMapper();

  /** Longer than a gateway waits for an outcome. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  HttpJobs(String url) {
    this.url = url;
  }

  /** Calls and waits for the answer; an empty namespace is the default one. */
  HttpAnswer call(String method, String path, @Nullable String body, String namespace) {
    return callLater(method, path, body, namespace).join();
  }

  /** Calls without waiting. */
  CompletableFuture<HttpAnswer> callLater(
      String method, String path, @Nullable String body, String namespace) {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + TrialInstallation.TOKEN)
            .method(method, BodyPublishers.ofString(body == null ? "" : body));
    if (!namespace.isEmpty()) {
      request.header("Delaygate-Namespace", namespace);
    }
    return client
        .sendAsync(request.build(), BodyHandlers.ofString())
        .thenApply(answer -> new HttpAnswer(answer.statusCode(), json(answer.body())));
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body.startsWith("{") ? body : "{}");
    } catch (JsonProcessingException notJson) {
      throw new IllegalStateException(notJson);
    }
  }

  /** An answer. */
  record HttpAnswer(int status, JsonNode json) {
    /** Status, and outcome or reason. */
    String text() {
      return status + " " + json.path("outcome").asText() + json.path("reason").asText();
    }

    /** Whether it says definitely what happened to the command. */
    boolean isDefinite() {
      return status < 500;
    }
  }
}
