package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of rules for all routes of jobs and queues, including future ones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryRouteTest {
  private final TestGateway gateway = TestGateway.start();

  /** Method and path template of a route. */
  private record Call(String method, String path) {}

  @AfterAll
  void stop() {
    gateway.close();
  }

  @Test
  void takesNoParameterThatItDoesNotKnow() {
    for (var call : calls("/v1/(jobs|dead-letters|queues|endpoints)")) {
      var path =
          call.path()
              .replace("{id}", "x")
              .replace("{queue}", "mails")
              .replace("{endpoint}", "billing");

      var response = send(call, path + "?colour=red");

      assertRefused(response, call, "colour");
    }
    assertThat(gateway.publisher.records).isEmpty();
    assertThat(gateway.directory.topics).doesNotContainKey("queue.default.mails");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "a%2Eb", "%C3%BC", "a%2Fb", "a%20b", "~a"})
  void takesNoQueueWithOtherCharacters(String name) {
    for (var call : calls("/v1/queues/\\{queue}")) {
      var response = send(call, call.path().replace("{queue}", name));

      assertRefused(response, call, "queue");
    }
    assertThat(gateway.publisher.records).isEmpty();
  }

  /** Asserts the refusal; an answer to {@code HEAD} has no body. */
  private static void assertRefused(HttpResponse<String> response, Call call, String field) {
    assertThat(response.statusCode()).as("%s: %s", call, response.body()).isEqualTo(400);
    if (!call.method().equals("HEAD")) {
      assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, field);
    }
  }

  private HttpResponse<String> send(Call call, String path) {
    return call.method().equals("GET") || call.method().equals("HEAD")
        ? gateway.send(call.method(), path)
        : gateway.send(call.method(), path, "{}");
  }

  private List<Call> calls(String beginning) {
    var calls =
        gateway.gateway.routes().stream()
            .map(route -> route.split(" ", 2))
            .map(route -> new Call(route[0], route[1]))
            .filter(call -> call.path().matches(beginning + ".*"))
            .toList();
    assertThat(calls).hasSizeGreaterThan(15);
    return calls;
  }
}
