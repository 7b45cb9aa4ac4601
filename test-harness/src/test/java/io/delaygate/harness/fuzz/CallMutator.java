package io.delaygate.harness.fuzz;

import static io.delaygate.harness.fuzz.HostileValues.any;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Mutator that puts one hostile value into a call. */
final class CallMutator {
  private final ApiDescription document;
  private final ValidValues values;
  private final Random random;
  private final WireMutations wire;
  private final BodyMutations bodies;
  private boolean isOfWhole;

  CallMutator(ApiDescription document, ValidValues values, Random random) {
    this.document = document;
    this.values = values;
    this.random = random;
    this.wire = new WireMutations(random);
    this.bodies = new BodyMutations(random);
  }

  /** Puts a hostile value into the call. */
  void mutate(FuzzCall call) {
    var kind = random.nextInt(100);
    if (kind < 45 && !call.items.isEmpty()) {
      field(call);
    } else if (kind < 68) {
      parameter(call);
    } else if (kind < 78) {
      wire.header(call);
    } else if (kind < 86) {
      wire.requestLine(call);
    } else {
      isOfWhole = true;
    }
  }

  /** Changes the complete body or its framing. */
  void mutateWhole(FuzzCall call) {
    if (!isOfWhole) {
      return;
    }
    if (call.body != null && random.nextBoolean()) {
      bodies.mutate(call);
    } else {
      wire.framing(call);
    }
  }

  /** Changes a field that the document names, whether the call has it or not. */
  private void field(FuzzCall call) {
    var at = random.nextInt(call.items.size());
    var schema = itemSchema(call);
    if (random.nextInt(12) == 0) {
      call.hostile.add("body");
      call.items.set(at, HostileValues.json(random));
      return;
    }
    if (call.items.get(at) instanceof ObjectNode object) {
      call.hostile.add("field " + field(object, schema, ""));
    }
  }

  private JsonNode itemSchema(FuzzCall call) {
    var schema =
        document.resolved(
            call.operation.bodies().values().stream()
                .filter(it -> !document.resolved(it).path("type").asText().equals("string"))
                .findFirst()
                .orElseThrow());
    return schema.path("type").asText().equals("array") ? schema.get("items") : schema;
  }

  private String field(ObjectNode object, JsonNode given, String above) {
    var schema = ofFields(document.resolved(given), object);
    var names = new ArrayList<String>();
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    if (names.isEmpty() || random.nextInt(15) == 0) {
      object.set(random.nextBoolean() ? "colour" : "__proto__", HostileValues.json(random));
      return above + "unknown";
    }
    var name = any(random, names);
    var inside = document.resolved(schema.get("properties").get(name));
    if (random.nextInt(5) < 3) {
      var value = object.has(name) ? object.get(name) : values.value(name, inside);
      object.set(name, value);
      var deep = deeper(value, inside, above + name);
      if (!deep.isEmpty()) {
        return deep;
      }
    }
    object.set(name, HostileValues.json(random));
    return above + name;
  }

  private String deeper(JsonNode value, JsonNode schema, String name) {
    if (value instanceof ObjectNode object && !object.isEmpty()) {
      return field(object, schema, name + ".");
    }
    if (value instanceof ArrayNode array && !array.isEmpty()) {
      var at = random.nextInt(array.size());
      if (array.get(at) instanceof ObjectNode object) {
        return field(object, schema.path("items"), name + "[].");
      }
      array.set(at, HostileValues.json(random));
      return name + "[]";
    }
    return "";
  }

  /** The alternative that names a field of the object. */
  private JsonNode ofFields(JsonNode schema, ObjectNode object) {
    if (schema.has("properties")) {
      return schema;
    }
    for (var alternative : schema.path("oneOf")) {
      var fields = document.resolved(alternative).path("properties");
      if (object.properties().stream().anyMatch(it -> fields.has(it.getKey()))) {
        return document.resolved(alternative);
      }
    }
    return schema;
  }

  private void parameter(FuzzCall call) {
    var all = call.operation.parameters();
    if (all.isEmpty() || random.nextInt(10) == 0) {
      wire.query(call);
      return;
    }
    var parameter = any(random, all);
    var name = parameter.get("name").textValue();
    var text = random.nextInt(3) == 0 ? foreign(name) : HostileValues.text(random);
    call.hostile.add(parameter.get("in").textValue() + " " + name);
    switch (parameter.get("in").textValue()) {
      case "path" -> call.path = withSegment(call, "{" + name + "}", inPath(text));
      case "query" -> call.query.add(name + "=" + inQuery(text));
      default -> call.setHeader(name, wire.inHeader(call, text));
    }
  }

  /** A value that is valid elsewhere: of another kind, namespace or listing, or with one change. */
  private String foreign(String name) {
    return switch (random.nextInt(4)) {
      case 0 -> CallMaker.bytesOf(values.value("id", ANY_TEXT).asText());
      case 1 -> ForgedCursors.one(random, 1_893_456_000_000L);
      case 2 -> changed(CallMaker.bytesOf(values.value(name, ANY_TEXT).asText()));
      // not the namespaces of callers, whose tokens must stay valid
      default -> any(random, List.of("@shop/f-1", "@depot/f-1", "default", "nothing"));
    };
  }

  private static final JsonNode ANY_TEXT =
      JsonNodeFactory.instance.objectNode().put("type", "string");

  private String changed(String text) {
    if (text.isEmpty()) {
      return "x";
    }
    var at = random.nextInt(text.length());
    return random.nextBoolean()
        ? text.substring(0, at)
        : text.substring(0, at)
            + (char) (text.charAt(at) ^ (1 << random.nextInt(7)))
            + text.substring(at + 1);
  }

  /** The path with this text as a variable part. */
  private static String withSegment(FuzzCall call, String variable, String text) {
    var template = call.operation.segments();
    var raw = call.path.startsWith("/") ? call.path.substring(1).split("/", -1) : new String[0];
    if (raw.length != template.size()) {
      return call.path; // another mutation has changed it
    }
    for (var i = 0; i < raw.length; i++) {
      if (template.get(i).equals(variable)) {
        raw[i] = text;
      }
    }
    return "/" + String.join("/", raw);
  }

  private String inPath(String text) {
    return random.nextInt(8) == 0 ? text.replaceAll("[\\s\\x00?#]", "") : CallMaker.escaped(text);
  }

  private String inQuery(String text) {
    return random.nextInt(8) == 0 ? text.replaceAll("[\\s\\x00#]", "") : CallMaker.escaped(text);
  }
}
