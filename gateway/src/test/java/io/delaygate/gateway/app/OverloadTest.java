package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OverloadTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  /** Memory for exactly two calls with this body. */
  private static final int TWO_CALLS = 2 * (GatewaySettings.CALL_OVERHEAD_BYTES + JOB.length());

  @Test
  void takesWhatFitsAndTurnsTheNextCallAway() throws Exception {
    try (var gateway = start(TWO_CALLS)) {
      var first = post(gateway);
      var second = post(gateway);
      var firstWaiting = gateway.publisher.nextWaiting();
      var secondWaiting = gateway.publisher.nextWaiting();

      assertProblem(gateway.post(JOB), 503, ReasonCode.OVERLOADED, null);

      firstWaiting.complete(gateway.publisher.stored(0));
      secondWaiting.complete(gateway.publisher.stored(0));
      assertThat(first.get().statusCode()).isEqualTo(201);
      assertThat(second.get().statusCode()).isEqualTo(201);
    }
  }

  @Test
  void aByteLessIsTooLittleForTheSecond() throws Exception {
    try (var gateway = start(TWO_CALLS - 1)) {
      var first = post(gateway);
      var waiting = gateway.publisher.nextWaiting();

      assertProblem(gateway.post(JOB), 503, ReasonCode.OVERLOADED, null);

      waiting.complete(gateway.publisher.stored(0));
      assertThat(first.get().statusCode()).isEqualTo(201);
    }
  }

  @Test
  void cancelsAreCountedToo() throws Exception {
    try (var gateway = start(GatewaySettings.CALL_OVERHEAD_BYTES + JOB.length())) {
      var first = gateway.sendAsync(gateway.request("/v1/jobs/x").DELETE());
      var waiting = gateway.publisher.nextWaiting();

      assertProblem(gateway.send("DELETE", "/v1/jobs/y"), 503, ReasonCode.OVERLOADED, null);

      waiting.complete(gateway.publisher.stored(0));
      gateway.scheduler.reply(gateway.publisher.last(), 0);
      assertThat(first.get().statusCode()).isEqualTo(200);
    }
  }

  /** A call frees its memory, however it ends. */
  @Test
  void everyEndOfACallFreesItsRoom() throws Exception {
    try (var gateway = start(TWO_CALLS)) {
      gateway.publisher.holds = false;
      for (var i = 0; i < 5; i++) {
        assertThat(gateway.post(JOB).statusCode()).isEqualTo(201);
        assertProblem(gateway.post("{"), 400, ReasonCode.BODY_INVALID, null);
        assertProblem(gateway.post(" ".repeat(3000)), 413, ReasonCode.BODY_TOO_LARGE, null);
        gateway.publisher.breaks = true;
        assertProblem(gateway.post(JOB), 500, ReasonCode.INTERNAL, null);
        gateway.publisher.breaks = false;
        assertThat(gateway.send("DELETE", "/v1/jobs/x").statusCode()).isEqualTo(200);
      }
      assertThat(gateway.send("GET", "/metrics").body())
          .contains("\ndelaygate_gateway_inflight_bytes 0.0\n");
    }
  }

  private static TestGateway start(int maxInflight) {
    var gateway =
        TestGateway.start(
            "publish.max.inflight.bytes",
            Integer.toString(maxInflight),
            "http.max.body.bytes",
            Integer.toString(JOB.length()));
    gateway.publisher.holds = true;
    return gateway;
  }

  private static CompletableFuture<HttpResponse<String>> post(TestGateway gateway) {
    return gateway.sendAsync(gateway.request("/v1/jobs").POST(BodyPublishers.ofString(JOB)));
  }
}
