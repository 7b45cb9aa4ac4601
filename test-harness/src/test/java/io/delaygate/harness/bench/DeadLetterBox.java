package io.delaygate.harness.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

/** Client for the dead letters and attempts of a gateway. */
final class DeadLetterBox {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;

  DeadLetterBox(int port) {
    this.port = port;
  }

  /** All dead letters of a target. */
  List<JsonNode> list(String topic) {
    var found = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      var page = call("GET", "/v1/dead-letters?limit=1000&topic=" + topic + cursor, "");
      page.path("deadLetters").forEach(found::add);
      cursor = page.has("cursor") ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    return found;
  }

  /** Outcomes of the attempts of a job, oldest first. */
  List<String> attempts(String id) {
    var log = call("GET", "/v1/jobs/" + id + "/attempts", "").path("attempts");
    return log.findValuesAsText("outcome");
  }

  /** Kicks all dead letters of a target; returns their number. */
  long kickAll(String topic) {
    var kicked = 0L;
    var cursor = "";
    var isDone = false;
    while (!isDone) {
      var body = "{\"filter\":{\"topic\":\"%s\"}%s}".formatted(topic, cursor);
      var answer = call("POST", "/v1/dead-letters/kick", body);
      kicked += answer.path("kicked").longValue();
      isDone = answer.path("done").booleanValue();
      cursor = answer.has("cursor") ? ",\"cursor\":\"" + answer.path("cursor").asText() + "\"" : "";
    }
    return kicked;
  }

  private JsonNode call(String method, String path, String body) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    try {
      var answer = http.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(path + " says " + answer.body());
      }
      return JSON.readTree(answer.body());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
