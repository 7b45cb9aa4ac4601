package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test of a reservation that a scheduler answers with an invalid job: the call tries again. */
@Timeout(60)
class NonsenseReservationTest {
  @Test
  void theCallIsServedByTheNextLook() {
    // Given
    try (var servers = QueryServers.of(1);
        var gateway = TestGateway.start("scheduler.urls", servers.urls())) {
      servers.answersNonsense.set(true);

      // When
      var told = gateway.send("POST", "/v1/queues/q/reserve", "{\"wait\": \"3s\"}");

      // Then
      assertThat(servers.answersNonsense).isFalse();
      assertThat(told.statusCode()).as(told.body()).isEqualTo(200);
      assertThat(TestGateway.json(told).get("jobs")).isEmpty();
    }
  }
}
