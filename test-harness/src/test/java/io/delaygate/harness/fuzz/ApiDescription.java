package io.delaygate.harness.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * OpenAPI document of a gateway: its operations and allowed answers. Answers must not have fields
 * that the document does not name, even where its schemas allow that.
 */
final class ApiDescription {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);

  private static final SchemaValidatorsConfig STRICT =
      SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();

  private final JsonNode document;
  private final JsonNode closedComponents;
  private final List<ApiOperation> operations = new ArrayList<>();
  private final Map<JsonNode, JsonSchema> schemas = new HashMap<>();

  /** A served document. */
  ApiDescription(JsonNode document) {
    this.document = document;
    this.closedComponents = document.get("components").deepCopy();
    closedComponents.get("schemas").forEach(schema -> closeParts(schema));
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().properties().stream()
                    .filter(it -> METHODS.contains(it.getKey()))
                    .forEach(it -> add(path.getKey(), path.getValue(), it)));
  }

  private void add(String path, JsonNode item, Map.Entry<String, JsonNode> call) {
    var parameters = new ArrayList<JsonNode>();
    item.path("parameters").forEach(it -> parameters.add(resolved(it)));
    call.getValue().path("parameters").forEach(it -> parameters.add(resolved(it)));
    var bodies = new LinkedHashMap<String, JsonNode>();
    resolved(call.getValue().path("requestBody"))
        .path("content")
        .properties()
        .forEach(it -> bodies.put(it.getKey(), it.getValue().get("schema")));
    operations.add(
        new ApiOperation(
            call.getValue().get("operationId").textValue(),
            call.getKey().toUpperCase(Locale.ROOT),
            path,
            List.copyOf(parameters),
            bodies,
            call.getValue().get("responses")));
  }

  List<ApiOperation> operations() {
    return operations;
  }

  /** Operation of a call, by its request line; a HEAD counts as a GET. */
  Optional<ApiOperation> operation(String method, String rawPath) {
    var meant = method.equals("HEAD") ? "GET" : method;
    return operations.stream()
        .filter(it -> it.method().equals(meant) && it.takes(rawPath))
        .min(Comparator.comparingLong(ApiOperation::variables));
  }

  /** Whether a path is listed, for any method. */
  boolean hasPath(String rawPath) {
    return operations.stream().anyMatch(it -> it.takes(rawPath));
  }

  /** Response with this status; missing if it is not documented. */
  JsonNode response(ApiOperation operation, int status) {
    return resolved(operation.responses().path(Integer.toString(status)));
  }

  /** Shared response with this name; missing if there is none. */
  JsonNode response(String name) {
    return document.at("/components/responses/" + name);
  }

  /** Faults of a value. */
  List<String> faults(JsonNode schema, JsonNode value) {
    var messages = schemas.computeIfAbsent(schema, this::compiled).validate(value);
    // if the value is invalid, all its fields count as unknown
    var others = messages.stream().filter(it -> !isOfUnknownField(it)).toList();
    return (others.isEmpty() ? messages : others)
        .stream().map(ValidationMessage::getMessage).toList();
  }

  private static boolean isOfUnknownField(ValidationMessage message) {
    return message.getType().equals("unevaluatedProperties");
  }

  private JsonSchema compiled(JsonNode schema) {
    var whole = (ObjectNode) closed(schema.deepCopy());
    whole.set("components", closedComponents);
    return SCHEMAS.getSchema(whole, STRICT);
  }

  /** The node, or the one that it refers to. */
  JsonNode resolved(JsonNode node) {
    var reference = node.path("$ref");
    return reference.isTextual() ? document.at(reference.textValue().substring(1)) : node;
  }

  /** A schema that allows only the fields that it names. */
  private JsonNode closed(JsonNode schema) {
    closeParts(schema);
    if (schema instanceof ObjectNode object && namesFields(object)) {
      object.put("unevaluatedProperties", false);
    }
    return schema;
  }

  private boolean namesFields(JsonNode schema) {
    if (schema.has("properties")) {
      return true;
    }
    if (schema.has("$ref")) {
      return namesFields(resolved(schema));
    }
    for (var word : new String[] {"allOf", "oneOf"}) {
      for (var part : schema.path(word)) {
        if (namesFields(part)) {
          return true;
        }
      }
    }
    return false;
  }

  private void closeParts(JsonNode schema) {
    schema.path("properties").forEach(this::closed);
    if (schema.has("items")) {
      closed(schema.get("items"));
    }
    for (var word : new String[] {"allOf", "oneOf"}) {
      if (schema.path(word) instanceof ArrayNode parts) {
        parts.forEach(this::closeParts);
      }
    }
  }
}
