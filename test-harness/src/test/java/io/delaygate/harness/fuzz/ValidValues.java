package io.delaygate.harness.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maker of valid values, by the schema of the document, and by the name where a schema is open. */
final class ValidValues {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Fields that exclude each other, besides those that differ only in their unit. */
  private static final List<Set<String>> ALTERNATIVES =
      List.of(
          Set.of("delay", "delayMs", "due", "dueMs", "unused"),
          Set.of("expires", "expiresMs", "ttlMs"));

  private static final List<String> DELAYS = List.of("0s", "1s", "30s", "15m", "2h", "PT5S");

  private final ApiDescription document;
  private final Scene scene;
  private final Random random;

  ValidValues(ApiDescription document, Scene scene, Random random) {
    this.document = document;
    this.scene = scene;
    this.random = random;
  }

  /** A value of a field. */
  JsonNode value(String name, JsonNode given) {
    var schema = document.resolved(given);
    if (schema.has("const")) {
      return schema.get("const");
    }
    if (schema.has("enum")) {
      return any(schema.get("enum"));
    }
    if (schema.has("oneOf") && !schema.has("properties")) {
      return value(name, any(schema.get("oneOf")));
    }
    return switch (type(schema)) {
      case "object" -> object(schema);
      case "array" -> array(name, schema);
      case "integer" -> JSON.numberNode(whole(name, schema));
      case "number" -> JSON.numberNode(random.nextDouble());
      case "boolean" -> JSON.booleanNode(random.nextBoolean());
      case "null" -> JSON.nullNode();
      case "string" -> TextNode.valueOf(text(name, schema));
      default -> payload();
    };
  }

  private String type(JsonNode schema) {
    var type = schema.path("type");
    if (type.isArray()) {
      // sometimes null, where it is allowed
      return random.nextInt(10) == 0 ? any(type).textValue() : type.get(0).textValue();
    }
    return type.asText("");
  }

  private JsonNode object(JsonNode schema) {
    var required = new HashSet<String>();
    schema.path("required").forEach(it -> required.add(it.textValue()));
    if (schema.has("oneOf")) {
      any(schema.get("oneOf")).path("required").forEach(it -> required.add(it.textValue()));
    }
    var taken = new HashSet<String>();
    required.forEach(it -> taken.addAll(alternatives(it)));
    var object = JSON.objectNode();
    for (var field : schema.path("properties").properties()) {
      var name = field.getKey();
      if (!required.contains(name)) {
        if (taken.contains(stem(name)) || taken.contains(name) || random.nextInt(4) != 0) {
          continue;
        }
        taken.addAll(alternatives(name));
      }
      object.set(name, value(name, field.getValue()));
    }
    if (schema.path("minProperties").asInt() > object.size()) {
      var first = schema.get("properties").properties().iterator().next();
      object.set(first.getKey(), value(first.getKey(), first.getValue()));
    }
    return together(object);
  }

  private static Set<String> alternatives(String name) {
    var all = new HashSet<>(List.of(name, stem(name)));
    ALTERNATIVES.stream().filter(it -> it.contains(name)).forEach(all::addAll);
    return all;
  }

  private static String stem(String name) {
    return name.replaceAll("(Ms|Base64)$", "");
  }

  /** Makes id and lease belong to the same attempt. */
  private ObjectNode together(ObjectNode object) {
    var attempt = scene.attempt();
    if (attempt != null && object.has("id") && object.has("lease")) {
      object.put("id", attempt.id()).put("lease", attempt.lease());
    }
    return object;
  }

  private JsonNode array(String name, JsonNode schema) {
    var array = JSON.arrayNode();
    var size = Math.max(schema.path("minItems").asInt(), random.nextInt(4));
    for (var i = 0; i < size; i++) {
      array.add(value(name.equals("ids") ? "id" : name, schema.path("items")));
    }
    return array;
  }

  private long whole(String name, JsonNode schema) {
    var now = scene.nowMs();
    return switch (name) {
      case "dueMs", "dueFrom", "dueTo" -> now + random.nextInt(7_200_000);
      case "expiresMs" -> now + 86_400_000;
      case "ttlMs" -> 86_400_000;
      case "delayMs" -> random.nextInt(3) == 0 ? 0 : random.nextInt(3_600_000);
      case "initialMs" -> random.nextInt(60_000);
      case "maxMs" -> 60_000L + random.nextInt(60_000);
      case "partition" -> 0;
      default -> {
        var least = schema.path("minimum").asLong(0);
        var most = Math.min(schema.path("maximum").asLong(1_000), least + 1_000);
        yield least + random.nextLong(most - least + 1);
      }
    };
  }

  private String text(String name, JsonNode schema) {
    var isLease = schema.path("description").asText().contains("delivered record");
    return switch (name) {
      case "id", "idPrefix" -> scene.id(random);
      case "topic", "deadLetterTopic" -> scene.topic(random);
      case "queue" -> scene.queue(random);
      case "namespace" -> scene.namespace(random);
      case "token" -> scene.live(random, "", "token", "0123456789abcdef");
      case "cursor" -> scene.cursor(random);
      case "lease" -> isLease ? scene.lease(random) : "1m";
      case "delay" -> any(DELAYS);
      case "initial", "window" -> "1s";
      case "max", "for" -> "1m";
      case "wait" -> "PT0.02S";
      case "due", "dueFrom", "dueTo", "diedFrom", "diedTo" ->
          Instant.ofEpochMilli(scene.nowMs() + random.nextInt(3_600_000)).toString();
      case "expires" -> Instant.ofEpochMilli(scene.nowMs() + 86_400_000).toString();
      case "allow", "deny" -> "nothing-*";
      case "file" -> "app.js";
      case "If-Match" -> scene.live(random, scene.caller().namespace(), "version", "\"1\"");
      case "Delaygate-Namespace" -> scene.actingIn(random);
      case "Idempotency-Key" -> "key-" + random.nextInt(40);
      default -> name.endsWith("Base64") ? base64() : "text-" + random.nextInt(100);
    };
  }

  private String base64() {
    var bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private JsonNode payload() {
    return switch (random.nextInt(4)) {
      case 0 -> JSON.objectNode().put("order", random.nextInt());
      case 1 -> JSON.numberNode(random.nextDouble());
      case 2 -> JSON.nullNode();
      default -> TextNode.valueOf("payload " + random.nextInt());
    };
  }

  private JsonNode any(JsonNode list) {
    return list.get(random.nextInt(list.size()));
  }

  private String any(List<String> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Context of a call: its caller, and values of earlier answers. */
  record Scene(
      CallerKind caller,
      LivePool pool,
      World world,
      String operation,
      @Nullable Attempt attempt,
      long nowMs) {

    String id(Random random) {
      if (attempt != null && random.nextInt(4) != 0) {
        return attempt.id();
      }
      var fresh = "f-" + random.nextInt(500);
      return random.nextInt(4) == 0 ? fresh : live(random, caller.namespace(), "id", fresh);
    }

    String topic(Random random) {
      return world.topics().get(random.nextInt(world.topics().size()));
    }

    String queue(Random random) {
      return "q" + random.nextInt(5);
    }

    String namespace(Random random) {
      return "made-" + random.nextInt(5);
    }

    String actingIn(Random random) {
      var all = world.namespaces();
      return random.nextInt(3) == 0 ? all.get(random.nextInt(all.size())) : caller.namespace();
    }

    String cursor(Random random) {
      return live(
          random, caller.namespace(), "cursor " + operation, ForgedCursors.one(random, nowMs));
    }

    String lease(Random random) {
      return attempt == null ? "o5s3k8c0-" + random.nextInt(9) : attempt.lease();
    }

    String live(Random random, String namespace, String kind, String otherwise) {
      var value = pool.any(random, namespace, kind);
      return value == null ? otherwise : value;
    }
  }

  /** Fixed names of the installation that calls may use. */
  record World(List<String> topics, List<String> namespaces) {}
}
