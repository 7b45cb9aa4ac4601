package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The served OpenAPI document, with checks of answers against it. */
record ApiDocument(JsonNode json) {
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);

  static ApiDocument of(TestGateway gateway) {
    return new ApiDocument(TestGateway.json(gateway.send("GET", "/openapi.json")));
  }

  /**
   * Operations as {@code METHOD /path}; a GET includes its HEAD, which the document does not list.
   */
  TreeSet<String> operations() {
    var operations = new TreeSet<String>();
    json.get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (!method.equals("parameters")) {
                            operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                            if (method.equals("get")) {
                              operations.add("HEAD " + path.getKey());
                            }
                          }
                        }));
    return operations;
  }

  /** Role that an operation needs; null if it needs none. */
  @Nullable String role(String operation) {
    var security = described(operation).path("security");
    assertThat(security.isArray()).as(operation).isTrue();
    return security.isEmpty() ? null : security.at("/0/token/0").textValue();
  }

  /**
   * Asserts that status, media type, body and required headers are documented for the operation.
   */
  void assertDescribes(String operation, HttpResponse<String> answer) {
    var documented =
        resolved(
            described(operation).path("responses").path(Integer.toString(answer.statusCode())));
    var what = operation + " " + answer.statusCode() + " " + answer.body();
    assertThat(documented.isMissingNode()).as(what).isFalse();
    var type = answer.headers().firstValue("Content-Type").orElse("");
    var content = documented.path("content").path(type);
    assertThat(content.isMissingNode()).as(type + " of " + what).isFalse();
    assertValid(content.get("schema"), TestGateway.json(answer), what);
    documented
        .path("headers")
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (name.equals("Retry-After")) {
                assertThat(answer.headers().firstValue(name)).as(what).isPresent();
              }
            });
  }

  private JsonNode described(String operation) {
    var space = operation.indexOf(' ');
    var method = operation.substring(0, space).toLowerCase(Locale.ROOT);
    return json.get("paths")
        .path(operation.substring(space + 1))
        .path(method.equals("head") ? "get" : method);
  }

  /** Asserts that the schema, which may refer to others of the document, accepts the value. */
  void assertValid(JsonNode schema, JsonNode value, String what) {
    var whole = JsonNodeFactory.instance.objectNode();
    whole.putArray("allOf").add(schema);
    whole.set("components", json.get("components"));
    assertThat(SCHEMAS.getSchema(whole).validate(value)).as(what).isEmpty();
  }

  JsonNode resolved(JsonNode node) {
    var reference = node.path("$ref");
    return reference.isMissingNode() ? node : json.at(reference.textValue().substring(1));
  }

  /** Every node that has a field with this name. */
  Iterable<JsonNode> allWith(String name) {
    return json.findParents(name);
  }

  static Iterable<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::textValue).toList();
  }
}
