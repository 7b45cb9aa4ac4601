package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reader of a gateway's listing, page by page. */
final class Pages {
  /** Largest page. */
  private static final int PAGE_MAX = 1_000;

  private final Session session;
  private final GatewayClient gateway;
  private final String path;
  private final String field;
  private final Map<String, String> query = new LinkedHashMap<>();

  /**
   * A listing.
   *
   * @param field JSON field that holds the entries
   */
  Pages(Session session, GatewayClient gateway, String path, String field) {
    this.session = session;
    this.gateway = gateway;
    this.path = path;
    this.field = field;
  }

  /** Adds a query parameter, unless it is null. */
  Pages with(String name, @Nullable String value) {
    if (value != null) {
      query.put(name, value);
    }
    return this;
  }

  /**
   * Reads entries up to a limit. It tells the user if there are more, and if a standby answered.
   *
   * @param entries receives each entry
   * @param page runs after each page that was not empty
   */
  void read(long limit, Consumer<JsonNode> entries, Runnable page) {
    var left = limit;
    var stale = false;
    @Nullable String cursor = null;
    do {
      with("limit", Long.toString(Math.min(left, PAGE_MAX))).with("cursor", cursor);
      var answer = gateway.call("GET", path + "?" + parameters()).orThrow();
      var found = answer.path(field);
      found.forEach(entries);
      if (!found.isEmpty()) {
        page.run();
      }
      if (!stale && tellStale(session, answer)) {
        stale = true;
      }
      left -= found.size();
      cursor = answer.path("cursor").textValue();
    } while (cursor != null && left > 0 && !session.out().checkError());
    if (cursor != null && left == 0) {
      session.tell("There may be more: raise --limit.");
    }
  }

  /** Tells the user if a standby answered; returns whether it did. */
  static boolean tellStale(Session session, JsonNode answer) {
    var stale = answer.path("stale").booleanValue();
    if (stale) {
      session.tell("A standby answered, which may lag behind.");
    }
    return stale;
  }

  private String parameters() {
    return query.entrySet().stream()
        .map(it -> it.getKey() + "=" + GatewayClient.encoded(it.getValue()))
        .collect(Collectors.joining("&"));
  }
}
