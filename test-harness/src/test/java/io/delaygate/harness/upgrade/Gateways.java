package io.delaygate.harness.upgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls to several gateways in turn, skipping one that does not listen. Thread-safe. */
final class Gateways {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Longer than a gateway waits for an outcome. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final List<? extends Service> gateways;
  private final AtomicInteger turn = new AtomicInteger();

  Gateways(List<? extends Service> gateways) {
    this.gateways = gateways;
  }

  /**
   * An answer, or a missing one.
   *
   * @param status 0 if the connection was lost, so that the call may have been carried out or not
   */
  record Answer(int status, JsonNode json) {
    /** Outcome of a command, or the reason of a refusal. */
    String word() {
      return json.path("outcome").asText() + json.path("reason").asText();
    }

    boolean isSuccess() {
      return status / 100 == 2;
    }

    /** Whether it is unknown if the call was carried out. */
    boolean isOpen() {
      return status == 0 || status == 503;
    }
  }

  /** Calls the next gateway that listens. */
  Answer call(String method, String path, String body) {
    for (var i = 1; i < gateways.size(); i++) {
      try {
        return callNext(method, path, body);
      } catch (ConnectException notListening) {
        // nothing was sent: try the next gateway
      }
    }
    try {
      return callNext(method, path, body);
    } catch (ConnectException nobodyListens) {
      return new Answer(0, JSON.createObjectNode());
    }
  }

  private Answer callNext(String method, String path, String body) throws ConnectException {
    var gateway = gateways.get(Math.floorMod(turn.getAndIncrement(), gateways.size()));
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      return new Answer(answer.statusCode(), json(answer.body()));
    } catch (ConnectException notListening) {
      throw notListening;
    } catch (IOException lost) {
      return new Answer(0, JSON.createObjectNode().put("detail", String.valueOf(lost)));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body.startsWith("{") ? body : "{}");
    } catch (JsonProcessingException notJson) {
      throw new IllegalStateException(body, notJson);
    }
  }
}
