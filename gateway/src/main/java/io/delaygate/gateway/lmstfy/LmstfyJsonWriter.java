package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.util.ArrayList;

/**
 * Writer of JSON in the format of lmstfy: keys in the order in which they were put, mostly
 * alphabetical, no newline at the end, and {@code <>&} escaped.
 */
final class LmstfyJsonWriter {
  static final String JSON = "application/json;charset=utf-8";
  static final String TEXT = "text/plain;charset=utf-8";

  private static final String INDENT = "    ";

  private LmstfyJsonWriter() {}

  /** Returns an empty object. */
  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** {@code {"msg":"..."}}. */
  static ObjectNode msg(String text) {
    return object().put("msg", text);
  }

  /** {@code {"error":"..."}}. */
  static ObjectNode error(String text) {
    return object().put("error", text);
  }

  static void write(Context ctx, int status, JsonNode json) {
    ctx.status(status).contentType(JSON).result(escaped(json.toString()));
  }

  /** Writes JSON with each member on a line. */
  static void writeIndented(Context ctx, int status, JsonNode json) {
    ctx.status(status).contentType(JSON).result(indented(json));
  }

  static void text(Context ctx, int status, String text) {
    ctx.status(status).contentType(TEXT).result(text);
  }

  /** Writes an answer without a body, and so without a content type. */
  static void empty(Context ctx, int status) {
    ctx.status(status).result("").res().setContentType(null);
  }

  static String indented(JsonNode json) {
    return escaped(indented(json, "\n"));
  }

  private static String indented(JsonNode json, String line) {
    var deeper = line + INDENT;
    var members = new ArrayList<String>();
    if (json.isArray()) {
      json.forEach(one -> members.add(deeper + indented(one, deeper)));
      return members.isEmpty() ? "[]" : "[" + String.join(",", members) + line + "]";
    }
    if (json.isObject()) {
      json.properties()
          .forEach(
              one -> {
                var name = JsonNodeFactory.instance.textNode(one.getKey());
                members.add(deeper + name + ": " + indented(one.getValue(), deeper));
              });
      return members.isEmpty() ? "{}" : "{" + String.join(",", members) + line + "}";
    }
    return json.toString();
  }

  /** These characters occur in strings only. */
  private static String escaped(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }
}
