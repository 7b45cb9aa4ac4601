package io.delaygate.harness.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.harness.chaos.Operation.Door;
import io.delaygate.harness.chaos.Operation.IfExists;
import io.delaygate.harness.chaos.Operation.Terms;
import io.delaygate.harness.chaos.Operation.Verb;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands as calls, to the gateways in turn. What may be repeated is repeated, with another
 * gateway, until there is a definite answer or patience ends. Thread-safe.
 */
final class HttpClients {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(8);
  private static final int TRIES = 4;
  private static final int PAUSE_MS = 400;

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private final List<Integer> ports;
  private final Told told;
  private final Clock clock;
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();

  HttpClients(List<Integer> ports, Told told, Clock clock) {
    this.ports = List.copyOf(ports);
    this.told = told;
    this.clock = clock;
  }

  /** Calls without waiting. */
  void send(Operation operation) {
    for (var i = 0; i < operation.terms().copies(); i++) {
      waiting.incrementAndGet();
      attempt(operation, TRIES);
    }
  }

  /** How many calls are not answered yet. */
  int waiting() {
    return waiting.get();
  }

  private void attempt(Operation operation, int triesLeft) {
    var unused =
        http.sendAsync(request(operation), BodyHandlers.ofString())
            .handle(
                (response, failure) -> {
                  var again = failure != null || response.statusCode() == 503;
                  if (again && triesLeft > 1 && mayBeRepeated(operation)) {
                    CompletableFuture.delayedExecutor(PAUSE_MS, TimeUnit.MILLISECONDS)
                        .execute(() -> attempt(operation, triesLeft - 1));
                    return null;
                  }
                  waiting.decrementAndGet();
                  if (again) {
                    told.nothing();
                  } else {
                    listen(operation, response);
                  }
                  return null;
                });
  }

  /** As the gateway's page says of a 503; a plain PUT too, as nothing hangs on its repetition. */
  private static boolean mayBeRepeated(Operation operation) {
    return operation.verb() == Verb.CANCEL
        || (operation.verb() == Verb.SCHEDULE && operation.terms().ifExists() != IfExists.REJECT);
  }

  private HttpRequest request(Operation operation) {
    var call = call(operation);
    var port = ports.get(Math.floorMod(turn.getAndIncrement(), ports.size()));
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + call.path()))
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .method(call.method(), BodyPublishers.ofString(call.body()));
    if (operation.terms().door() == Door.HTTP_KEY) {
      request.header("Idempotency-Key", operation.id());
    }
    if (operation.terms().ifVersion() != Terms.ANY_VERSION) {
      request.header("If-Match", "\"" + operation.terms().ifVersion() + "\"");
    }
    return request.build();
  }

  private record Call(String method, String path, String body) {}

  private Call call(Operation operation) {
    var path = "/v1/jobs/" + operation.id();
    return switch (operation.verb()) {
      case SCHEDULE ->
          operation.terms().door() == Door.HTTP_KEY
              ? new Call("POST", "/v1/jobs", body(operation).toString())
              : new Call("PUT", path, body(operation).toString());
      case CANCEL -> new Call("DELETE", path, "");
      case RESCHEDULE -> new Call("PATCH", path, body(operation).toString());
      case FIRE -> new Call("POST", path + "/fire", "");
    };
  }

  private ObjectNode body(Operation operation) {
    var body = JSON.createObjectNode();
    var terms = operation.terms();
    if (operation.verb() == Verb.SCHEDULE) {
      body.putObject("target").put("topic", Load.target(operation.id()));
    }
    if (operation.hasPayload()) {
      body.put("value", operation.value());
      body.putArray("headers").addObject().put("name", "trace").put("value", operation.trace());
    }
    if (terms.ifExists() != IfExists.UNSAID && terms.door() == Door.HTTP) {
      body.put("ifExists", terms.ifExists().name().toLowerCase(Locale.ROOT));
    }
    var delay = terms.delay();
    if (delay.isGiven() && delay.absolute()) {
      body.put("dueMs", clock.millis() + delay.ms());
    } else if (delay.isGiven()) {
      body.put("delayMs", delay.ms());
    }
    if (delay.ttlMs() > 0) {
      body.put("ttlMs", delay.ttlMs());
    }
    return body;
  }

  private void listen(Operation operation, HttpResponse<String> response) {
    var json = json(response.body());
    if (json == null) {
      told.strange(response.statusCode() + " " + response.body());
      return;
    }
    var id = json.path("id").asText(operation.id());
    var place =
        json.has("partition") && json.has("offset")
            ? new Place(json.path("partition").asInt(), json.path("offset").asLong())
            : null;
    var outcome = json.path("outcome").asText(outcome(json.path("reason").asText()));
    if (!outcome.isEmpty()) {
      told.decided(id, place, outcome);
    } else if (response.statusCode() == 201 && place != null) {
      told.stored(id, place);
    } else {
      told.strange(response.statusCode() + " " + response.body());
    }
  }

  /** The outcome behind a problem; empty for none. */
  private static String outcome(String reason) {
    return switch (reason) {
      case "JOB_NOT_FOUND" -> "NOT_FOUND";
      case "ALREADY_DELIVERED" -> "ALREADY_DELIVERED";
      case "VERSION_STALE" -> "STALE";
      case "JOB_EXISTS" -> "REJECTED";
      default -> "";
    };
  }

  private static @Nullable JsonNode json(String body) {
    try {
      var json = JSON.readTree(body);
      return json.isObject() ? json : null;
    } catch (JsonProcessingException notJson) {
      return null;
    }
  }
}
