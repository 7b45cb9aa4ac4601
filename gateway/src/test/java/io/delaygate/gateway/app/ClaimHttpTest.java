package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Test that callers cannot choose for whom the gateway vouches. */
class ClaimHttpTest {
  private TestGateway gateway;

  @BeforeEach
  void start() {
    gateway = TestGateway.start();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void aCallerCannotClaimToBeAnother() {
    // When
    var response =
        gateway.post(
            """
            {"target": {"topic": "orders"}, "delay": "1s",
             "headers": [{"name": "delay-job-sent-by", "value": "mjuohs00 - root"}]}
            """);

    // Then
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(headers(gateway.publisher.last()))
        .filteredOn(header -> header.startsWith("delay-job-sent-by"))
        .containsExactly("delay-job-sent-by=mjuohs00 - anonymous");
  }
}
