package io.delaygate.scheduler.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.ops.IdleConnections;
import org.junit.jupiter.api.Test;

class QueryConnectionsTest extends AskedServer {
  @Test
  void theOldestIdleOneMakesRoomForOneMoreThanMayBe() throws Exception {
    try (var idle = new IdleConnections(server.port())) {
      // When
      idle.open(QueryServer.CONNECTIONS_MAX);
      var atTheLimit = idle.isOneOfTheFirstClosed(2_000);
      idle.open(1);

      // Then
      assertThat(atTheLimit).isFalse();
      assertThat(idle.isOneOfTheFirstClosed(10_000)).isTrue();
    }
  }
}
