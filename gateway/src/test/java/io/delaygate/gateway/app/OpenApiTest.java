package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.Problem;
import io.delaygate.schemas.contract.ReasonCode;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenApiTest {
  /** Statuses of answers of the HTTP server itself, which are more precise than the reason's. */
  private static final Set<String> OF_THE_SERVER = Set.of("414", "431");

  private final TestGateway gateway = TestGateway.start();
  private final ApiDocument document = ApiDocument.of(gateway);

  @AfterAll
  void stop() {
    gateway.close();
  }

  @Test
  void isServedAsJson() {
    var answer = gateway.send("GET", "/openapi.json");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(gateway.send("HEAD", "/openapi.json").statusCode()).isEqualTo(200);
  }

  @Test
  void isOpenApi() {
    var options = new ParseOptions();
    options.setResolve(true);

    var parsed = new OpenAPIV3Parser().readContents(document.json().toString(), List.of(), options);

    assertThat(parsed.getMessages()).isEmpty();
    assertThat(parsed.getOpenAPI().getOpenapi()).isEqualTo("3.1.0");
    assertThat(parsed.getOpenAPI().getPaths().keySet())
        .containsExactlyInAnyOrderElementsOf(document.json().get("paths")::fieldNames);
  }

  @Test
  void namesEveryRouteAndNoOther() {
    var routes = new TreeSet<String>();
    gateway.gateway.routes().forEach(routes::add);

    assertThat(document.operations()).isEqualTo(routes);
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    for (var node : document.allWith("$ref")) {
      assertThat(document.resolved(node).isMissingNode()).as(node.toString()).isFalse();
    }
  }

  @Test
  void documentsEveryErrorThatOnlyHttpHas() {
    var documented = new HashSet<String>();
    responses().forEach(response -> reasons(response).forEach(documented::add));

    assertThat(documented)
        .containsAll(
            Arrays.stream(ReasonCode.values())
                .filter(reason -> reason.doc().startsWith("HTTP:"))
                .map(Enum::name)
                .toList());
    assertThat(
            ApiDocument.texts(
                document.json().at("/components/schemas/Problem/properties/reason/enum")))
        .containsExactlyElementsOf(Arrays.stream(ReasonCode.values()).map(Enum::name).toList());
  }

  @Test
  void everyReasonStandsUnderItsStatus() {
    for (var path : document.json().get("paths")) {
      for (var operation : path) {
        operation
            .path("responses")
            .properties()
            .forEach(response -> assertStatus(response.getKey(), response.getValue()));
      }
    }
  }

  @Test
  void everyExampleFitsItsSchema() {
    for (var content : document.allWith("example")) {
      if (content.path("schema").path("type").asText().equals("string")) {
        continue;
      }
      if (content.has("schema") && !content.has("in")) {
        document.assertValid(content.get("schema"), content.get("example"), content.toString());
      }
    }
    for (var example :
        document
            .json()
            .at("/paths/~1v1~1jobs~1cancel/post/requestBody/content")
            .findParents("value")) {
      document.assertValid(
          document
              .json()
              .at("/paths/~1v1~1jobs~1cancel/post/requestBody/content/application~1json/schema"),
          example.get("value"),
          example.toString());
    }
  }

  @Test
  void everyOperationHasANameOfItsOwn() {
    var names = document.json().findValuesAsText("operationId");

    assertThat(names)
        .doesNotHaveDuplicates()
        .hasSameSizeAs(
            document.operations().stream().filter(it -> !it.startsWith("HEAD ")).toList());
  }

  private void assertStatus(String status, JsonNode response) {
    if (OF_THE_SERVER.contains(status)) {
      return;
    }
    for (var reason : reasons(document.resolved(response))) {
      assertThat(Problem.of(ReasonCode.valueOf(reason), null, "").status())
          .as(reason)
          .isEqualTo(Integer.parseInt(status));
    }
  }

  private Iterable<JsonNode> responses() {
    return document.json().findParents("content");
  }

  private static Iterable<String> reasons(JsonNode response) {
    return ApiDocument.texts(
        response.at("/content/application~1problem+json/schema/allOf/1/properties/reason/enum"));
  }
}
