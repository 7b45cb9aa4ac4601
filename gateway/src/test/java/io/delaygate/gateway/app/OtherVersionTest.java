package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests with schedulers of another version, as during an upgrade: a query that they do not know is
 * unavailable, and no error of the gateway.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherVersionTest {
  private final QueryServers servers = QueryServers.of(2);
  private final TestGateway gateway =
      TestGateway.start("scheduler.urls", servers.urls(), "lmstfy.port", "0");

  @BeforeEach
  void reset() {
    servers.reset();
    servers.jobs.clear();
  }

  @AfterAll
  void stop() {
    gateway.close();
    servers.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404|{\"error\":\"NO_SUCH_PATH\"}",
        "400|{\"error\":\"INVALID\",\"detail\":\"state: SCHEDULED or PARKED\"}",
        "405|{\"error\":\"NO_SUCH_PATH\"}",
        "501|{\"error\":\"NOT_UNDERSTOOD\",\"detail\":\"a parameter is not known\"}",
      })
  void aQuestionThatTheyDoNotKnowIsUnavailable(int status, String body) {
    servers.add("o-1", 1, "orders");
    refuse(status, body);

    for (var answer : ask()) {
      var problem = assertProblem(answer, 503, ReasonCode.QUERY_UNAVAILABLE);
      assertThat(problem.get("detail").textValue()).contains("another version", "try again");
      assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200|{}",
        "200|[]",
        "200|''",
        "200|{\"jobs\":{},\"job\":[],\"partitions\":5,\"heads\":\"\"}",
        "200|{\"jobs\":[5],\"job\":5,\"partitions\":null,\"heads\":5}",
        "200|{\"jobs\":[],\"next\":\"later\",\"job\":null}",
        "404|{\"asOfMs\":\"x\"}",
        "404|''",
        "404|<html>",
        "500|{\"error\":\"INTERNAL\"}",
        "302|''",
      })
  void anAnswerThatIsNotKnownIsUnavailable(int status, String body) {
    servers.add("o-1", 1, "orders");
    refuse(status, body);

    for (var answer : ask()) {
      if (status != 404 || !body.contains("asOfMs") || !answer.uri().getPath().contains("/o-1")) {
        assertProblem(answer, 503, ReasonCode.QUERY_UNAVAILABLE, null);
      }
    }
  }

  /** Both schedulers hold each partition, one as owner and the other as standby. */
  @Test
  void anotherInstanceThatKnowsTheQuestionAnswersIt() {
    servers.add("o-1", 1, "orders");
    servers.instances.get(0).refusesWith = 501;

    for (var answer : ask()) {
      assertThat(answer.statusCode()).as(answer.body()).isNotEqualTo(503).isNotEqualTo(500);
    }
  }

  @Test
  void aJobThatIsNotThereIsNotFound() {
    assertProblem(gateway.send("GET", "/v1/jobs/o-1"), 404, ReasonCode.JOB_NOT_FOUND, null);
  }

  @Test
  void jobsInAStateThatIsNotKnownAreLeftOutOfTheCounts() {
    servers.add("o-1", 1, "orders");
    servers.add("o-2", 1, "orders").put("state", "FROZEN");

    var stats = gateway.send("GET", "/v1/stats");

    assertThat(stats.statusCode()).as(stats.body()).isEqualTo(200);
    assertThat(TestGateway.json(stats).at("/states/SCHEDULED").intValue()).isOne();
    assertThat(gateway.send("GET", "/v1/overview").statusCode()).isEqualTo(200);
  }

  private void refuse(int status, String body) {
    servers.instances.forEach(
        instance -> {
          instance.refusal = body;
          instance.refusesWith = status;
        });
  }

  private List<HttpResponse<String>> ask() {
    return Stream.of(
            "/v1/jobs/o-1",
            "/v1/jobs/o-1/attempts",
            "/v1/jobs",
            "/v1/dead-letters",
            "/v1/stats",
            "/v1/topics/orders/stats",
            "/v1/queues",
            "/v1/queues/q/stats",
            "/v1/queues/q/peek")
        .map(path -> gateway.sendAsync(gateway.request(path).GET()))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }
}
