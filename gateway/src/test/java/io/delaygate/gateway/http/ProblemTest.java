package io.delaygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemTest {
  @Test
  void isWrittenAsRfc9457HasIt() throws IOException {
    var problem =
        Problem.of(ReasonCode.TARGET_UNKNOWN, "target.topic", "topic 'x\"' does not exist");

    var json = new ObjectMapper().readTree(problem.json("r-1"));

    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "type", "title", "status", "detail", "reason", "field", "instance", "requestId");
    assertThat(json.get("type").textValue()).isEqualTo("about:blank");
    assertThat(json.get("title").textValue()).isEqualTo("Unprocessable Entity");
    assertThat(json.get("status").intValue()).isEqualTo(422);
    assertThat(json.get("detail").textValue()).isEqualTo("topic 'x\"' does not exist");
    assertThat(json.get("reason").textValue()).isEqualTo("TARGET_UNKNOWN");
    assertThat(json.get("field").textValue()).isEqualTo("target.topic");
    assertThat(json.get("instance").textValue()).isEqualTo(problem.instance());
    assertThat(json.get("requestId").textValue()).isEqualTo("r-1");
  }

  @Test
  void eachOccurrenceHasItsOwnInstance() {
    var first = Problem.of(ReasonCode.NOT_FOUND, null, "");
    var second = Problem.of(ReasonCode.NOT_FOUND, null, "");

    assertThat(first.instance()).isNotEqualTo(second.instance());
  }

  @Test
  void aLongDetailIsCut() {
    var problem = Problem.of(ReasonCode.TIME_INVALID, null, "x".repeat(1 << 20));

    assertThat(problem.detail()).hasSize(401).endsWith("…");
  }

  @ParameterizedTest
  @EnumSource(ReasonCode.class)
  void everyReasonIsAnError(ReasonCode reason) {
    assertThat(ReasonStatus.of(reason)).isBetween(400, 599);
  }
}
