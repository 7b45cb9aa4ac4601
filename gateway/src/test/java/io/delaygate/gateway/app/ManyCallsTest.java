package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Test of the limit of concurrent bulk calls: one more is refused until another one ends. */
class ManyCallsTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  @ParameterizedTest
  @CsvSource({"batch,16", "cancel,4"})
  void oneTooManyIsTurnedAwayUntilAnotherEnds(String op, int atATime) throws Exception {
    var path = "/v1/jobs/" + op;
    var body = op.equals("batch") ? "[" + JOB + "]" : "{\"ids\": [\"a\"]}";
    try (var gateway = TestGateway.start("outcome.timeout.ms", "100")) {
      // Given
      gateway.publisher.holds = true;
      var running = new ArrayList<CompletableFuture<HttpResponse<String>>>();
      var unstored = new ArrayList<CompletableFuture<PublishResult>>();
      for (var i = 0; i < atATime; i++) {
        running.add(gateway.sendAsync(gateway.request(path).POST(BodyPublishers.ofString(body))));
        unstored.add(gateway.publisher.nextWaiting());
      }
      gateway.publisher.holds = false;

      // When
      var refused = gateway.send("POST", path, body);
      unstored.get(0).complete(gateway.publisher.stored(0));
      var first = running.get(0).get();
      var next = gateway.send("POST", path, body);
      unstored.forEach(one -> one.complete(gateway.publisher.stored(0)));

      // Then
      assertProblem(refused, 503, ReasonCode.OVERLOADED, null);
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(gateway.send("GET", "/metrics").body())
          .contains("delaygate_gateway_rejected_total{reason=\"OVERLOADED\",} 1.0");
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(next.statusCode()).isEqualTo(200);
      for (var one : running) {
        assertThat(one.get().statusCode()).isEqualTo(200);
      }
    }
  }
}
