package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.LatenessHistogram;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the figures of past minutes, with a fixed clock at a full hour. */
class TrendsHttpTest {
  private static final long MINUTE = 60_000;
  private static final long NOW = TestGateway.CLOCK.millis();
  private static final long THREE_HOURS = 180 * MINUTE;

  private final QueryServers servers = QueryServers.of(2);
  private final TestGateway gateway = TestGateway.start("scheduler.urls", servers.urls());

  @AfterEach
  void stop() {
    gateway.close();
    servers.close();
  }

  @Test
  void aMinuteIsAddedUpOverTheInstances() {
    // Given
    tell(0, NOW - 2 * MINUTE, 7);
    tell(1, NOW - 2 * MINUTE, 11);

    // When
    var answer = gateway.send("GET", "/v1/trends");
    var json = TestGateway.json(answer);

    // Then: the minute that has just ended is not settled yet
    assertThat(json.get("fromMs").longValue()).isEqualTo(NOW - THREE_HOURS);
    assertThat(json.get("steps")).hasSize(179);
    var step = json.at("/steps/178");
    assertThat(step.toString())
        .isEqualTo(
            ("{\"atMs\":%d,\"at\":\"2025-12-31T23:58:00Z\",\"scheduled\":18,\"delivered\":2,"
                    + "\"dead\":2,\"rejected\":4,\"pending\":20,\"ready\":6,\"parked\":8,"
                    + "\"overdue\":18,\"latenessMs\":{\"p50\":7,\"p99\":11,\"max\":11}}")
                .formatted(NOW - 2 * MINUTE));
    ApiDocument.of(gateway).assertDescribes("GET /v1/trends", answer);
  }

  @Test
  void aMinuteThatOneInstanceDoesNotKnowIsNullAndNotZero() {
    // Given
    tell(0, NOW - 3 * MINUTE, 7);
    tell(0, NOW - 2 * MINUTE, 7);
    tell(1, NOW - 2 * MINUTE, 7);

    // When
    var steps = trends("").get("steps");

    // Then
    assertUnknown(steps.get(177));
    assertThat(steps.get(178).get("delivered").intValue()).isEqualTo(2);
  }

  @Test
  void aPartitionThatTwoInstancesClaimMakesAMinuteUnknown() {
    tell(0, NOW - 2 * MINUTE, 7);
    tell(1, NOW - 2 * MINUTE, 7);
    tell(1, NOW - 2 * MINUTE, 7);

    assertUnknown(trends("").at("/steps/178"));
  }

  @Test
  void whileAnInstanceIsAwayNothingIsKnown() {
    // Given
    tell(0, NOW - 2 * MINUTE, 7);
    tell(1, NOW - 2 * MINUTE, 7);
    assertThat(gateway.send("GET", "/v1/stats").statusCode()).isEqualTo(200);
    servers.told = servers.assignment();

    // When
    servers.instances.get(1).close();

    // Then
    assertUnknown(trends("").at("/steps/178"));
  }

  @Test
  void longerStepsAddUpFlowsAndShowTheLevelsAtTheirEnd() {
    // Given
    for (var minute = 10; minute >= 6; minute--) {
      tell(0, NOW - minute * MINUTE, 100L * minute);
      tell(1, NOW - minute * MINUTE, 1);
    }

    // When
    var json = trends("?step=5m&from=" + (NOW - 8 * MINUTE));

    // Then
    assertThat(json.get("stepMs").longValue()).isEqualTo(5 * MINUTE);
    assertThat(json.get("fromMs").longValue()).isEqualTo(NOW - 10 * MINUTE);
    var step = json.at("/steps/0");
    assertThat(step.get("delivered").intValue()).isEqualTo(10);
    assertThat(step.get("pending").intValue()).isEqualTo(20);
    assertThat(step.at("/latenessMs/max").intValue()).isEqualTo(1_000);
    assertThat(step.at("/latenessMs/p50").intValue()).isEqualTo(1);
  }

  @Test
  void aStepWithAnUnknownMinuteIsUnknown() {
    // Given
    for (var minute = 10; minute >= 7; minute--) {
      tell(0, NOW - minute * MINUTE, 1);
      tell(1, NOW - minute * MINUTE, 1);
    }

    // When
    var step = trends("?step=5m&from=" + (NOW - 10 * MINUTE)).at("/steps/0");

    // Then
    assertUnknown(step);
  }

  @Test
  void anEstimateIsMarked() {
    tell(0, NOW - 2 * MINUTE, 7).put("isOverdueExact", false);
    tell(1, NOW - 2 * MINUTE, 7);

    assertThat(trends("").at("/steps/178/approximate").booleanValue()).isTrue();
  }

  @Test
  void manyWhoLookAreOneQuestion() {
    for (var i = 0; i < 5; i++) {
      trends("?step=" + (i + 1) + "m");
    }

    assertThat(servers.instances.get(0).questions.get()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "step=0m",
        "step=90s",
        "step=181m",
        "step=4h",
        "step=x",
        "step=-PT1M",
        "from=x",
        "to=1"
      })
  void aQuestionThatMakesNoSenseIsRefused(String query) {
    ProblemAssert.assertProblem(
        gateway.send("GET", "/v1/trends?" + query), 400, ReasonCode.PARAMETER_INVALID);
  }

  @Test
  void aNamespaceIsNotToldTheFiguresOfOthers() {
    gateway.send("PUT", "/v1/admin/namespaces/shop", "{}");

    var answer = gateway.send(gateway.request("/v1/trends").header("Delaygate-Namespace", "shop"));

    assertThat(answer.statusCode()).isEqualTo(404);
  }

  private static void assertUnknown(JsonNode step) {
    var known = step.properties().stream().filter(field -> !field.getValue().isNull());
    assertThat(known.map(Map.Entry::getKey)).containsExactly("atMs", "at");
  }

  /** Adds a minute in which an instance delivered one job, that late. */
  private ObjectNode tell(int instance, long atMs, long lateMs) {
    var lateness = new LatenessHistogram();
    lateness.add(lateMs);
    var server = servers.instances.get(instance);
    var minute = QueryServers.JSON.createObjectNode().put("atMs", atMs);
    var partitions = minute.putArray("partitions");
    Set.copyOf(server.active).forEach(partitions::add);
    minute.put("scheduled", lateMs).put("delivered", 1).put("dead", 1).put("rejected", 2);
    minute.put("pending", 10).put("ready", 3).put("parked", 4).put("overdue", 5);
    minute.put("isOverdueExact", true);
    minute.put("histogram", lateness.text()).put("maxMs", lateness.maxMs());
    server.minutes.add(minute);
    return minute;
  }

  private JsonNode trends(String query) {
    var answer = gateway.send("GET", "/v1/trends" + query);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return TestGateway.json(answer);
  }
}
