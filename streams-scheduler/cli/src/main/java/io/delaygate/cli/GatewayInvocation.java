package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Run of a verb that calls a gateway: the fields of its request, its calls, and its output. */
final class GatewayInvocation extends Invocation {
  /** Largest page of a listing. */
  private static final int PAGE_MAX = 1_000;

  private final GatewayClient gateway;

  /** Extra time that the gateway may take for its answer. */
  private final Duration wait;

  private @Nullable ObjectNode fields;

  /**
   * A run that has not called yet.
   *
   * @param writers write the given values into the fields
   */
  GatewayInvocation(Invocation call, List<Consumer<GatewayInvocation>> writers) {
    super(call);
    this.gateway = GatewayConnection.connect(call);
    this.wait = has("--wait") ? duration("--wait") : Duration.ZERO;
    writers.forEach(writer -> writer.accept(this));
  }

  /** The fields of the JSON body or, with GET, of the query; there is no body before this call. */
  ObjectNode fields() {
    if (fields == null) {
      fields = JsonNodeFactory.instance.objectNode();
    }
    return fields;
  }

  boolean hasFields() {
    return fields != null;
  }

  /** Whether the request has this field. */
  boolean isAsked(String field) {
    return fields != null && fields.has(field);
  }

  /** Adds a field; a slash leads into a nested object. */
  void put(String field, Object value) {
    var names = field.split("/", 2);
    var parent = names.length == 1 ? fields() : fields().withObjectProperty(names[0]);
    parent.set(names[names.length - 1], GatewayClient.JSON.valueToTree(value));
  }

  /** Sends the fields to a path, which may name parameters in braces; returns the answer. */
  ObjectNode send(String method, String path) {
    return send(method, path, fields);
  }

  ObjectNode send(String method, String path, @Nullable ObjectNode body) {
    var condition =
        has("--if-version")
            ? Map.of("If-Match", "\"" + text("--if-version") + "\"")
            : Map.<String, String>of();
    return gateway.call(method, path(path), body, condition, wait);
  }

  /** Sends the fields, and asks for an operation that goes on alone. */
  ObjectNode begin(String path) {
    var preference = Map.of("Prefer", "respond-async, wait=1");
    return gateway.call("POST", path(path), fields, preference, wait);
  }

  /** Asks for an operation, which the gateway shows at its end or after some seconds. */
  ObjectNode operation(String id, long waitSeconds) {
    var query = JsonNodeFactory.instance.objectNode().put("waitSeconds", waitSeconds);
    var path = "/v1/operations/" + GatewayClient.encoded(id);
    return gateway.call("GET", path, query, Map.of(), Duration.ofSeconds(waitSeconds));
  }

  /** Sends the fields, and prints the answer. */
  ExitStatus answer(String method, String path, Verb.Printer printer) {
    print(send(method, path), printer);
    return ExitStatus.DONE;
  }

  /** Reads a listing without pages; JSON is printed entry by entry. */
  ExitStatus list(String path, String field, Verb.Printer printer) {
    var answer = send("GET", path);
    if (isJson()) {
      answer.path(field).forEach(this::print);
    } else {
      printer.print(answer, this);
    }
    return ExitStatus.DONE;
  }

  /**
   * Reads a listing page by page, up to {@code --limit}. It tells the user if there is more, and if
   * a standby answered.
   */
  ExitStatus pages(String path, String field, Columns columns) {
    return pages(path, field, columns, PAGE_MAX);
  }

  /** The same, with smaller pages. */
  ExitStatus pages(String path, String field, Columns columns, int pageMax) {
    var table = columns.table(out());
    Consumer<JsonNode> entries =
        isJson() ? this::print : entry -> table.row(columns.cells(entry, times()));
    Runnable page = isJson() ? () -> {} : table::print;
    var left = atLeast1("--limit");
    var stale = false;
    @Nullable String cursor = null;
    do {
      put("limit", Math.min(left, pageMax));
      if (cursor != null) {
        put("cursor", cursor);
      }
      var answer = send("GET", path);
      var found = answer.path(field);
      found.forEach(entries);
      if (!found.isEmpty()) {
        page.run();
      }
      stale = stale || tellStale(answer);
      left -= found.size();
      cursor = answer.path("cursor").textValue();
    } while (cursor != null && left > 0 && !out().checkError());
    if (cursor != null && left == 0) {
      session().tell("There may be more: raise --limit.");
    }
    page.run();
    return ExitStatus.DONE;
  }

  /** Tells the user if a standby answered; returns whether it did. */
  boolean tellStale(JsonNode answer) {
    var stale = answer.path("stale").booleanValue();
    if (stale) {
      session().tell("A standby answered; its data may be old.");
    }
    return stale;
  }

  PrintStream out() {
    return session().out();
  }

  TimeFormatter times() {
    return new TimeFormatter(session().clock());
  }

  /** Whether the output is JSON, for scripts. */
  boolean isJson() {
    return has("--json");
  }

  /** Prints a document as JSON, or for people. */
  void print(JsonNode document, Verb.Printer printer) {
    if (isJson()) {
      print(document);
    } else {
      printer.print(document, this);
    }
  }

  /** Prints JSON for a script, in one line. */
  void print(JsonNode document) {
    out().println(TerminalEscaper.json(document.toString()));
    out().flush();
  }
}
