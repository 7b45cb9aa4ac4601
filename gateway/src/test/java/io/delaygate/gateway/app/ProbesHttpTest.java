package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.directory.TopicStatus;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProbesHttpTest {
  private final TestGateway gateway = TestGateway.start();

  @BeforeEach
  void mend() {
    gateway.directory.topics.put("delay-requests", new TopicStatus.Writable(16, 1_048_588));
    gateway.publisher.partitions = OptionalInt.of(MemoryPublisher.PARTITIONS);
  }

  @AfterAll
  void stop() {
    gateway.close();
  }

  @Test
  void isAliveAndReadyWhenTheTopicOfCommandsCanBeWritten() {
    assertThat(gateway.send("GET", "/healthz").statusCode()).isEqualTo(200);
    assertThat(gateway.send("GET", "/readyz").statusCode()).isEqualTo(200);
    assertThat(gateway.send("HEAD", "/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void isAliveButNotReadyWhileTheTopicIsMissing() {
    gateway.directory.topics.remove("delay-requests");

    assertNotReady("the topic 'delay-requests' does not exist");
  }

  @Test
  void isNotReadyWithoutTheRightToWrite() {
    gateway.directory.topics.put("delay-requests", new TopicStatus.Unwritable());

    assertNotReady(
        "the topic 'delay-requests' may not be written; grant the gateway the right to write to"
            + " it");
  }

  @Test
  void isNotReadyWhileTheBrokersAreAway() {
    gateway.directory.topics.put("delay-requests", new TopicStatus.Unreadable());

    assertNotReady("the brokers do not answer");
  }

  @Test
  void isNotReadyWhileTheProducerSeesNoPartitions() {
    gateway.publisher.partitions = OptionalInt.empty();

    assertNotReady("the producer does not see the topic 'delay-requests'");
  }

  @Test
  void looksAtTheTopicThatTheSettingsName() {
    try (var prefixed = TestGateway.start("topic.prefix", "eu-")) {
      assertThat(prefixed.send("GET", "/readyz").statusCode()).isEqualTo(503);
      prefixed.directory.topics.put("eu-delay-requests", new TopicStatus.Writable(16, 1_048_588));

      assertThat(prefixed.send("GET", "/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void countsCallsByRouteAndNotByPath() {
    try (var gateway = TestGateway.start()) {
      callSome(gateway);
    }
  }

  private static void callSome(TestGateway gateway) {
    gateway.send("DELETE", "/v1/jobs/job-first");
    gateway.send("DELETE", "/v1/jobs/job-second");
    gateway.send("GET", "/some/path");
    RawHttp.exchange(gateway.gateway.port(), "NONSENSE\r\n\r\n");
    gateway.post("{}");

    var metrics = gateway.send("GET", "/metrics");

    assertThat(metrics.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    assertThat(metrics.body().lines())
        .contains(
            requests("/v1/jobs/{id}", "DELETE", 200, 2),
            requests("/v1/jobs", "POST", 400, 1),
            requests("unmatched", "unmatched", 404, 1),
            requests("unmatched", "unmatched", 400, 1),
            "delaygate_gateway_http_request_seconds_count"
                + "{route=\"/v1/jobs/{id}\",method=\"DELETE\",} 2.0",
            "delaygate_gateway_commands_total{op=\"cancel\",outcome=\"stored\",} 2.0",
            "delaygate_gateway_rejected_total{reason=\"TIME_MISSING\",} 1.0",
            "delaygate_gateway_rejected_total{reason=\"NOT_FOUND\",} 1.0",
            "delaygate_gateway_inflight_bytes 0.0")
        .anyMatch(line -> line.startsWith("jvm_memory_"));
    assertThat(metrics.body()).doesNotContain("job-first", "job-second", "/some/path");
  }

  @Test
  void speaksOpenMetricsToWhoAsks() {
    var metrics =
        gateway.send(gateway.request("/metrics").header("Accept", "application/openmetrics-text"));

    assertThat(metrics.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/openmetrics-text");
    assertThat(metrics.body()).endsWith("# EOF\n");
  }

  private static String requests(String route, String method, int status, int count) {
    return "delaygate_gateway_http_requests_total{route=\"%s\",method=\"%s\",status=\"%d\",} %d.0"
        .formatted(route, method, status, count);
  }

  private void assertNotReady(String reason) {
    assertThat(gateway.send("GET", "/healthz").statusCode()).isEqualTo(200);
    assertThat(gateway.send("HEAD", "/readyz").statusCode()).isEqualTo(503);
    var response = gateway.send("GET", "/readyz");
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(TestGateway.json(response).get("detail").textValue()).isEqualTo(reason);
  }
}
