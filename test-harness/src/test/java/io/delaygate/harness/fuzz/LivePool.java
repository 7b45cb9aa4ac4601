package io.delaygate.harness.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Values of earlier answers by namespace, for later calls: ids, leases, cursors, versions and
 * tokens. It keeps the newest ones.
 */
final class LivePool {
  private static final int KEPT = 48;

  private final Map<String, List<String>> values = new HashMap<>();
  private final Map<String, List<Attempt>> attempts = new HashMap<>();
  private int turn;

  /** Adds the values of an answer. */
  void learn(String namespace, String operation, JsonNode answer) {
    if (answer.isObject()) {
      keep(namespace, "id", answer.path("id"));
      keep(namespace, "cursor " + operation, answer.path("cursor"));
      keep(namespace, "cursor", answer.path("cursor"));
      if (answer.path("id").isTextual() && answer.path("lease").isTextual()) {
        var attempt = new Attempt(answer.get("id").textValue(), answer.get("lease").textValue());
        put(attempts.computeIfAbsent(namespace, none -> new ArrayList<>()), attempt);
      }
      if (operation.contains("oken")) {
        keep("", "token", answer.path("id"));
      }
    }
    answer.forEach(part -> learn(namespace, operation, part));
  }

  /** Adds a version in the form of the header {@code ETag}. */
  void learnVersion(String namespace, String version) {
    keep(namespace, "version", version);
  }

  private void keep(String namespace, String kind, JsonNode value) {
    if (value.isTextual()) {
      keep(namespace, kind, value.textValue());
    }
  }

  private void keep(String namespace, String kind, String value) {
    var all = values.computeIfAbsent(namespace + " " + kind, none -> new ArrayList<>());
    if (!all.contains(value)) {
      put(all, value);
    }
  }

  private <T> void put(List<T> all, T value) {
    if (all.size() < KEPT) {
      all.add(value);
    } else {
      all.set(turn++ % KEPT, value);
    }
  }

  /** A value of this kind; null if there is none. */
  @Nullable String any(Random random, String namespace, String kind) {
    var all = values.getOrDefault(namespace + " " + kind, List.of());
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }

  /** An attempt; null if there is none. */
  @Nullable Attempt anyAttempt(Random random, String namespace) {
    var all = attempts.getOrDefault(namespace, List.of());
    // the newest are probably in flight
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }
}
