package io.delaygate.harness.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Client that sends commands over HTTP, to the gateways in turn. It repeats repeatable calls at
 * another gateway until there is a definite answer or a limit of tries. Thread-safe.
 */
final class HttpClients {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(8);
  private static final int TRIES = 4;
  private static final int PAUSE_MS = 400;

  /** Reasons for which a gateway may refuse jobs for the fragile target. */
  private static final Set<String> REFUSALS =
      Set.of("TARGET_UNKNOWN", "TARGET_KEY_REQUIRED", "RECORD_TOO_LARGE");

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

  /** Calls without waiting; passes a JSON answer to the listener. */
  void send(Operation operation, Consumer<JsonNode> listener) {
    for (var i = 0; i < operation.terms().copies(); i++) {
      waiting.incrementAndGet();
      attempt(operation, listener, TRIES);
    }
  }

  /** Number of unanswered calls. */
  int waiting() {
    return waiting.get();
  }

  private void attempt(Operation operation, Consumer<JsonNode> listener, int triesLeft) {
    var unused =
        http.sendAsync(request(operation), BodyHandlers.ofString())
            .handle(
                (response, failure) -> {
                  var again = failure != null || response.statusCode() == 503;
                  if (again && triesLeft > 1 && mayBeRepeated(operation)) {
                    CompletableFuture.delayedExecutor(PAUSE_MS, TimeUnit.MILLISECONDS)
                        .execute(() -> attempt(operation, listener, triesLeft - 1));
                    return null;
                  }
                  if (again) {
                    told.nothing();
                  } else {
                    listen(operation, response, listener);
                  }
                  waiting.decrementAndGet();
                  return null;
                });
  }

  /**
   * Whether the gateway's documents allow a repetition after a 503; a plain PUT may be repeated,
   * too.
   */
  private static boolean mayBeRepeated(Operation operation) {
    return List.of(Verb.CANCEL, Verb.FINISH, Verb.DISCARD).contains(operation.verb())
        || (operation.verb() == Verb.SCHEDULE && operation.terms().ifExists() != IfExists.REJECT);
  }

  private HttpRequest request(Operation operation) {
    var call = HttpCall.of(operation, clock);
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

  private void listen(
      Operation operation, HttpResponse<String> response, Consumer<JsonNode> listener) {
    var json = json(response.body());
    if (json == null) {
      told.strange(response.statusCode() + " " + response.body());
      return;
    }
    listener.accept(json);
    var id = json.path("id").asText(operation.id());
    var place =
        json.has("partition") && json.has("offset")
            ? new Place(json.path("partition").asInt(), json.path("offset").asLong())
            : null;
    var reason = json.path("reason").asText();
    var outcome = json.path("outcome").asText(outcome(reason));
    if (REFUSALS.contains(reason)) {
      told.nothing(); // it was not stored
    } else if (!outcome.isEmpty()) {
      told.decided(id, place, outcome);
    } else if (response.statusCode() == 201 && place != null) {
      told.stored(id, place);
    } else {
      told.strange(response.statusCode() + " " + response.body());
    }
  }

  /** The outcome that a problem stands for; empty for none. */
  private static String outcome(String reason) {
    return switch (reason) {
      case "JOB_NOT_FOUND" -> "NOT_FOUND";
      case "ALREADY_DELIVERED" -> "ALREADY_DELIVERED";
      case "VERSION_STALE", "LEASE_STALE", "NOT_DEAD" -> "STALE";
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
