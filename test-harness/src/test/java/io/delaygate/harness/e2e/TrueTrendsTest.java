package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of the trends, compared with what this test has sent. Takes some minutes, as it waits for
 * the ends of whole ones.
 */
@KafkaTest
@Tag("bench")
@Timeout(500)
class TrueTrendsTest {
  private static final int DELIVERED = 20_000;
  private static final int LATER = 2_000;
  private static final int REJECTED = 20;
  private static final Duration MINUTES = Duration.ofMinutes(3);
  private static final long HOUR_MS = 3_600_000;

  @Test
  void trendsAddUpToWhatWasSent(KafkaCluster cluster, @TempDir Path state) {
    try (var delaygate = new Installation(cluster, state, 4)) {
      var target = delaygate.target("orders", 4);
      var schedulers = List.of(delaygate.startScheduler("one"), delaygate.startScheduler("two"));
      try (var door = new Door(delaygate, Map.of("scheduler.urls", Service.urls(schedulers)))) {
        // Given: a minute that is known, so that the next ones will be
        Awaitility.await().atMost(MINUTES).until(() -> !known(door).isEmpty());

        // When
        send(delaygate, "now", DELIVERED, target, System.currentTimeMillis());
        send(delaygate, "rejected", REJECTED, "mistyped", System.currentTimeMillis());
        send(delaygate, "later", LATER, target, System.currentTimeMillis() + HOUR_MS);
        try (var reader = delaygate.read(target)) {
          reader.await(DELIVERED);
        }

        // Then
        Awaitility.await().atMost(MINUTES).untilAsserted(() -> check(known(door)));
      }
    }
  }

  private static void check(List<JsonNode> known) {
    assertThat(sum(known, "scheduled")).isEqualTo(DELIVERED + LATER);
    assertThat(sum(known, "delivered")).isEqualTo(DELIVERED);
    assertThat(sum(known, "rejected")).isEqualTo(REJECTED);
    var last = known.get(known.size() - 1);
    assertThat(last.path("pending").asInt()).isEqualTo(LATER);
    assertThat(last.path("overdue").asInt()).isZero();
  }

  private static void send(
      Installation delaygate, String prefix, int jobs, String topic, long dueMs) {
    var due = String.valueOf(dueMs);
    for (var i = 0; i < jobs; i++) {
      var id = prefix + "-" + i;
      delaygate.client().sendLater(id, "v", "delay-due-ms", due, "delay-target-topic", topic);
    }
    delaygate.client().flush();
  }

  private static List<JsonNode> known(Door door) {
    var known = new ArrayList<JsonNode>();
    door.call("GET", "/v1/trends", null).json().path("steps").forEach(known::add);
    known.removeIf(step -> step.path("delivered").isNull());
    return known;
  }

  private static long sum(List<JsonNode> steps, String figure) {
    return steps.stream().mapToLong(step -> step.path(figure).asLong()).sum();
  }
}
