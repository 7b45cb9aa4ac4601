package io.delaygate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Handler of {@code GET /openapi.json}: the document, expanded from its source at the start. */
public final class OpenApi {
  private static final String SOURCE = "openapi.source.json";

  private final byte[] document;

  private OpenApi(byte[] document) {
    this.document = document;
  }

  /**
   * Reads the source from the jar and expands it.
   *
   * @throws IllegalStateException if the jar was built without it
   */
  public static OpenApi load() {
    try (var stream = OpenApi.class.getResourceAsStream(SOURCE)) {
      if (stream == null) {
        throw new IllegalStateException("the jar was built without " + SOURCE);
      }
      var json = new JsonMapper();
      var source = json.readValue(stream, ObjectNode.class);
      return new OpenApi(json.writeValueAsBytes(OpenApiSource.expand(source)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Handles the call. */
  public void get(Context ctx) {
    ctx.contentType(ContentType.APPLICATION_JSON).result(document);
  }

  /**
   * Compact source of the OpenAPI document, and its expansion.
   *
   * <p>The source is an OpenAPI document with these short forms, so that what follows from a status
   * or a role is written once:
   *
   * <ul>
   *   <li>{@code "role": "read"} of an operation: its {@code security}, and the answers 401, 403
   *       and 429. Each operation also gets 403, 414, 431 and 500, and with a body 408; one with a
   *       variable part in its path gets the reason {@code ID_INVALID} of 400, for what cannot be
   *       decoded.
   *   <li>{@code "parameters": ["Wait"]}, {@code "404": "NamespaceNotFound"} and {@code "headers":
   *       ["ETag"]}: references to components.
   *   <li>{@code "400": ["ID_INVALID"]}: the problem that {@code problems} of the source describes
   *       for the status, with these reasons besides its own; {@code {"description": …, "reasons":
   *       […]}}: a problem of its own words.
   *   <li>{@code "json": "JobList"}, with {@code "example"}: content by a schema; {@code "body"}: a
   *       required request body of that form.
   * </ul>
   *
   * Not thread-safe; made for one expansion.
   */
  private static final class OpenApiSource {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final Map<String, String> EVERY_CALL =
        Map.of(
            "403", "SiteForbidden",
            "414", "UriTooLong",
            "431", "HeadersTooLarge",
            "500", "Internal");
    private static final Map<String, String> CALLS_WITH_A_TOKEN =
        Map.of("401", "Unauthorized", "403", "Forbidden", "429", "LimitExceeded");

    private final ObjectNode document;
    private final JsonNode problems;

    private OpenApiSource(ObjectNode source) {
      document = source.deepCopy();
      problems = document.remove("problems");
    }

    /** The OpenAPI 3.1 document that a source stands for. */
    static ObjectNode expand(ObjectNode source) {
      return new OpenApiSource(source).expanded();
    }

    private ObjectNode expanded() {
      for (var path : document.get("paths").properties()) {
        referToParameters((ObjectNode) path.getValue());
        for (var operation : path.getValue()) {
          if (operation instanceof ObjectNode call) {
            expandOperation(path.getKey(), call);
          }
        }
      }
      var components = (ObjectNode) document.get("components");
      components.set("responses", responses(components.get("responses"), false));
      return document;
    }

    private void expandOperation(String path, ObjectNode call) {
      var role = call.remove("role");
      var security = call.putArray("security");
      if (role != null) {
        security.addObject().putArray("token").add(role);
      }
      referToParameters(call);
      if (call.remove("body") instanceof ObjectNode body) {
        call.putObject("requestBody").put("required", true).set("content", content(body));
      }
      var given = (ObjectNode) call.get("responses");
      if (path.contains("{") && given.get("400") instanceof ArrayNode reasons) {
        addOnce(reasons, ReasonCode.ID_INVALID);
      }
      if (role != null) {
        addMissing(CALLS_WITH_A_TOKEN, given);
      }
      addMissing(EVERY_CALL, given);
      if (call.has("requestBody") && !given.has("408")) {
        given.put("408", "BodyTooSlow");
      }
      call.set("responses", responses(given, true));
    }

    private static void addMissing(Map<String, String> usual, ObjectNode to) {
      usual.forEach(
          (status, response) -> {
            if (!to.has(status)) {
              to.put(status, response);
            }
          });
    }

    private static void addOnce(ArrayNode reasons, ReasonCode reason) {
      for (var other : reasons) {
        if (other.textValue().equals(reason.name())) {
          return;
        }
      }
      reasons.add(reason.name());
    }

    private ObjectNode responses(JsonNode given, boolean isSorted) {
      var all = JSON.objectNode();
      given.properties().forEach(it -> all.set(it.getKey(), response(it.getKey(), it.getValue())));
      if (!isSorted) {
        return all;
      }
      var sorted = new TreeMap<String, JsonNode>();
      all.properties().forEach(it -> sorted.put(it.getKey(), it.getValue()));
      return JSON.objectNode().setAll(sorted);
    }

    private JsonNode response(String status, JsonNode given) {
      if (given.isTextual()) {
        return reference("responses", given.textValue());
      }
      if (given instanceof ArrayNode reasons) {
        var usual = (ObjectNode) problems.get(status).deepCopy();
        usual.withArray("reasons").addAll(reasons);
        return described(usual);
      }
      return described(((ObjectNode) given).deepCopy());
    }

    private static ObjectNode described(ObjectNode response) {
      if (response.get("headers") instanceof ArrayNode names) {
        var headers = response.putObject("headers");
        names.forEach(it -> headers.set(it.textValue(), reference("headers", it.textValue())));
      }
      var reasons = response.remove("reasons");
      if (reasons != null) {
        var schema = JSON.objectNode();
        var parts = schema.putArray("allOf");
        parts.add(reference("schemas", response.path("schema").asText("Problem")));
        response.remove("schema");
        parts.addObject().putObject("properties").putObject("reason").set("enum", reasons);
        response.putObject("content").putObject("application/problem+json").set("schema", schema);
      } else if (response.has("json")) {
        response.set("content", content(response));
      }
      return response;
    }

    /** Takes {@code json} and {@code example} out of their holder. */
    private static ObjectNode content(ObjectNode holder) {
      var content = JSON.objectNode();
      var json = content.putObject("application/json");
      json.set("schema", reference("schemas", holder.remove("json").textValue()));
      @Nullable JsonNode example = holder.remove("example");
      if (example != null) {
        json.set("example", example);
      }
      return content;
    }

    private static void referToParameters(ObjectNode holder) {
      if (holder.get("parameters") instanceof ArrayNode given) {
        var all = holder.putArray("parameters");
        given.forEach(it -> all.add(it.isTextual() ? reference("parameters", it.textValue()) : it));
      }
    }

    private static ObjectNode reference(String component, String name) {
      return JSON.objectNode().put("$ref", "#/components/" + component + "/" + name);
    }
  }
}
