package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Assertions of the form of every error answer. */
public final class ProblemAssert {
  private ProblemAssert() {}

  public static JsonNode assertProblem(
      HttpResponse<String> response, int status, ReasonCode reason) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(response.headers().firstValue("Retry-After").isPresent())
        .isEqualTo(status == 503 || status == 429);
    var json = assertProblem(response.body(), status, reason);
    assertThat(response.headers().firstValue("X-Request-Id"))
        .hasValue(json.get("requestId").textValue());
    return json;
  }

  public static JsonNode assertProblem(String body, int status, ReasonCode reason) {
    var json = TestGateway.json(body);
    assertThat(json.fieldNames())
        .toIterable()
        .contains("type", "title", "status", "detail", "reason", "instance");
    assertThat(json.get("status").intValue()).isEqualTo(status);
    assertThat(json.get("reason").textValue()).isEqualTo(reason.name());
    assertThat(json.get("instance").textValue()).startsWith("urn:uuid:");
    return json;
  }

  public static void assertProblem(
      HttpResponse<String> response, int status, ReasonCode reason, @Nullable String field) {
    var json = assertProblem(response, status, reason);
    var named = json.get("field");
    assertThat(named == null ? null : named.textValue()).isEqualTo(field);
  }
}
