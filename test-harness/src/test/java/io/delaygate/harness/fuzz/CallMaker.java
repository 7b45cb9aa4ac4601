package io.delaygate.harness.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.harness.fuzz.FuzzCall.Framing;
import io.delaygate.harness.fuzz.ValidValues.Scene;
import io.delaygate.harness.fuzz.ValidValues.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Maker of calls: mostly valid ones with a few hostile values. */
final class CallMaker {
  private static final String JSON = "application/json";
  private static final String NDJSON = "application/x-ndjson";

  /** Frequent operations, because others would find nothing without them. */
  private static final Map<String, Integer> OFTEN =
      Map.of("scheduleJob", 4, "putJob", 3, "publishJob", 5, "reserveJobs", 5, "finishJobs", 2);

  private static final Pattern OF_INSTALLATION =
      Pattern.compile("/v1/admin|/v1/topics|/v1/control|/metrics");

  private final ApiDescription document;
  private final List<CallerKind> callers;
  private final List<ApiOperation> operations = new ArrayList<>();
  private final LivePool pool;
  private final World world;

  CallMaker(ApiDescription document, List<CallerKind> callers, LivePool pool, World world) {
    this.document = document;
    this.callers = new ArrayList<>();
    callers.forEach(it -> this.callers.addAll(Collections.nCopies(it.weight(), it)));
    this.pool = pool;
    this.world = world;
    for (var operation : document.operations()) {
      for (var i = OFTEN.getOrDefault(operation.id(), 1); i > 0; i--) {
        operations.add(operation);
      }
    }
  }

  /** The next call. */
  FuzzCall next(Random random, long nowMs) {
    var operation = HostileValues.any(random, operations);
    var caller = caller(operation, random);
    var attempt = pool.anyAttempt(random, caller.namespace());
    var scene = new Scene(caller, pool, world, operation.id(), attempt, nowMs);
    var values = new ValidValues(document, scene, random);
    var call = new FuzzCall(operation, caller);
    frame(call);
    fillParameters(call, values, random);
    fillBody(call, values, random);
    var mutator = new CallMutator(document, values, random);
    // half of the calls are nearly valid, so that later calls find something
    for (var i = List.of(0, 0, 1, 1, 1, 1, 1, 2, 3).get(random.nextInt(9)); i > 0; i--) {
      mutator.mutate(call);
    }
    finish(call);
    mutator.mutateWhole(call);
    return call;
  }

  /** A random caller; for operations of the installation mostly one that may call them. */
  private CallerKind caller(ApiOperation operation, Random random) {
    var isOfInstallation = OF_INSTALLATION.matcher(operation.path()).lookingAt();
    var caller = HostileValues.any(random, callers);
    while (isOfInstallation && !caller.namespace().equals("default") && random.nextInt(10) != 0) {
      caller = HostileValues.any(random, callers);
    }
    return caller;
  }

  private static void frame(FuzzCall call) {
    call.header("Host", "localhost:" + call.caller.port());
    if (call.caller.token() != null) {
      call.header("Authorization", "Bearer " + call.caller.token());
    }
  }

  private void fillParameters(FuzzCall call, ValidValues values, Random random) {
    for (var parameter : call.operation.parameters()) {
      var name = parameter.get("name").textValue();
      var text = parameterText(values, parameter);
      switch (parameter.get("in").textValue()) {
        case "path" -> call.path = call.path.replace("{" + name + "}", encoded(text));
        case "query" -> {
          if (random.nextInt(3) == 0) {
            call.query.add(name + "=" + encoded(text));
          }
        }
        default -> {
          if (random.nextInt(6) == 0) {
            call.header(name, bytesOf(text));
          }
        }
      }
    }
  }

  private static String parameterText(ValidValues values, JsonNode parameter) {
    return values.value(parameter.get("name").textValue(), parameter.get("schema")).asText();
  }

  private static void fillBody(FuzzCall call, ValidValues values, Random random) {
    var bodies = call.operation.bodies();
    if (bodies.isEmpty() || random.nextInt(12) == 0) {
      return; // sometimes no body is sent
    }
    if (random.nextInt(3) == 0) {
      call.framing = Framing.CHUNKED;
    }
    var item = bodies.get(JSON);
    if (item == null) {
      throw new IllegalStateException(call.operation.id() + " takes no JSON");
    }
    if (bodies.containsKey(NDJSON)) {
      var isLines = random.nextBoolean();
      call.setHeader("Content-Type", isLines ? NDJSON : JSON);
      for (var i = random.nextInt(4); i >= 0; i--) {
        call.items.add(values.value("item", item.get("items")));
      }
    } else {
      call.setHeader("Content-Type", JSON);
      call.items.add(values.value("body", item));
    }
  }

  /** Writes the body, unless a mutation has written another one. */
  private static void finish(FuzzCall call) {
    if (call.body != null || call.items.isEmpty()) {
      return;
    }
    var isBatch = call.operation.bodies().containsKey(NDJSON);
    var isLines = call.headers.stream().anyMatch(it -> it.value().equals(NDJSON));
    var texts = call.items.stream().map(CallMaker::json);
    var joined = texts.collect(Collectors.joining(isLines ? "\n" : ","));
    call.body = isBatch && !isLines ? "[" + joined + "]" : joined;
  }

  /** JSON as it is sent; marked texts are inserted as raw JSON. */
  static String json(JsonNode node) {
    if (node.isTextual() && node.textValue().startsWith(HostileValues.RAW + "")) {
      return node.textValue().substring(1);
    }
    if (node instanceof ObjectNode object) {
      return object.properties().stream()
          .map(
              it ->
                  json(JsonNodeFactory.instance.textNode(it.getKey())) + ":" + json(it.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (node instanceof ArrayNode array) {
      var parts = new ArrayList<String>();
      array.forEach(it -> parts.add(json(it)));
      return "[" + String.join(",", parts) + "]";
    }
    return bytesOf(node.toString());
  }

  /** Text as UTF-8, one character per byte. */
  static String bytesOf(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  /** Text, percent-encoded. */
  static String encoded(String text) {
    return escaped(bytesOf(text));
  }

  /** Bytes, percent-encoded where necessary. */
  static String escaped(String bytes) {
    var all = new StringBuilder();
    for (var i = 0; i < bytes.length(); i++) {
      var c = bytes.charAt(i);
      var isPlain = (Character.isLetterOrDigit(c) && c < 0x80) || "-._~,".indexOf(c) >= 0;
      all.append(isPlain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return all.toString();
  }
}
