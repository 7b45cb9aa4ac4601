package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests of the security headers, which every answer has. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecurityHeadersTest {
  private final TestGateway gateway = TestGateway.start();

  @AfterAll
  void stop() {
    gateway.close();
  }

  @Test
  void everyAnswerHasThem() {
    var answers =
        List.of(
            gateway.send("GET", "/healthz"),
            gateway.send("HEAD", "/healthz"),
            gateway.post("{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}"),
            gateway.post("{"),
            gateway.send("GET", "/nowhere"),
            gateway.send("PUT", "/healthz"),
            gateway.send("GET", "/v1/jobs/%25zz"),
            gateway.send("GET", "/v1/jobs/x"),
            gateway.send(gateway.request("/healthz").header("x", "y".repeat(17 << 10))));

    for (var answer : answers) {
      var headers = answer.headers();
      assertThat(headers.firstValue("Cache-Control")).as(answer.toString()).hasValue("no-store");
      assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(headers.firstValue("Referrer-Policy")).hasValue("no-referrer");
      assertThat(headers.firstValue("Content-Security-Policy"))
          .hasValue("default-src 'none'; frame-ancestors 'none'");
      assertThat(headers.firstValue("Server")).isEmpty();
    }
  }
}
