package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of the overview's figures during a backlog, compared with what this test has sent and with
 * the records in the target.
 */
@KafkaTest
@Timeout(240)
class TrueFiguresTest {
  private static final int PARTITIONS = 4;
  private static final int BACKLOG = 40_000;
  private static final int LATER = 2_000;
  private static final int PARKED = 300;
  private static final double TWO_PERCENT = 0.02;

  /** Greatest age of a figure: the gateway keeps an overview for two seconds. */
  private static final Duration AGE = Duration.ofMillis(2_500);

  private final int ports = FreePorts.chooseRow(2);
  private Installation delaygate;
  private String target;
  private Door door;

  @BeforeEach
  void start(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state, PARTITIONS);
    target = delaygate.target("orders", 4);
    door = new Door(delaygate, Map.of("scheduler.urls", Service.urls(startSchedulers())));
  }

  private List<Service> startSchedulers() {
    return List.of(
        delaygate.startScheduler("one", Map.of("query.port", String.valueOf(ports))),
        delaygate.startScheduler("two", Map.of("query.port", String.valueOf(ports + 1))));
  }

  @AfterEach
  void close() {
    door.close();
    delaygate.close();
  }

  /** Overdue jobs are those that a standstill of all schedulers has left. */
  @Test
  void figuresAreTrueDuringABacklog() {
    // Given
    var paused = delaygate.target("paused", 1);
    pause(paused);
    var dueMs = System.currentTimeMillis() + 30_000;
    send("later", LATER, target, dueMs + 3_600_000);
    send("backlog", BACKLOG, target, dueMs);
    send("parked", PARKED, paused, System.currentTimeMillis());
    untilOverviewSays(
        json -> {
          assertThat(json.path("jobs").asInt()).isEqualTo(LATER + BACKLOG + PARKED);
          assertThat(json.at("/overdue/jobs").asInt()).isEqualTo(PARKED);
          assertThat(json.at("/overdue/parked").asInt()).isEqualTo(PARKED);
          assertThat(json.at("/overdue/drainedAtMs").isNull()).isTrue();
        });

    // When
    delaygate.stopSchedulers();
    untilOverviewSays(
        json -> {
          assertThat(json.path("jobs").isNull()).isTrue();
          assertThat(json.at("/overdue/jobs").isNull()).isTrue();
          assertThat(json.path("oldestOverdueMs").isNull()).isTrue();
        });
    Awaitility.await().atMost(Installation.LIMIT).until(() -> System.currentTimeMillis() > dueMs);
    startSchedulers();
    var samples = untilAllIsDelivered();

    // Then
    var complete = samples.stream().filter(Sample::isComplete).toList();
    assertThat(complete).isNotEmpty().allSatisfy(sample -> sample.check(samples));
    untilOverviewSays(
        json -> {
          assertThat(json.path("jobs").asInt()).isEqualTo(LATER + PARKED);
          assertThat(json.at("/overdue/jobs").asInt()).isEqualTo(PARKED);
          assertThat(json.at("/overdue").has("approximate")).isFalse();
          var latenessMs = json.at("/pace/latenessMs");
          var longest = System.currentTimeMillis() - dueMs;
          assertThat(latenessMs.path("max").asLong()).isLessThanOrEqualTo(longest);
          assertThat(latenessMs.path("p99").asLong())
              .isLessThanOrEqualTo(latenessMs.path("max").asLong());
        });
  }

  private void pause(String topic) {
    var path = "/v1/topics/" + topic + "/pause";
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .until(() -> door.call("POST", path, "{}").status() == 200);
  }

  private void send(String prefix, int jobs, String topic, long dueMs) {
    var due = String.valueOf(dueMs);
    for (var i = 0; i < jobs; i++) {
      var id = prefix + "-" + i;
      delaygate.client().sendLater(id, "v", "delay-due-ms", due, "delay-target-topic", topic);
    }
    delaygate.client().flush();
  }

  private void untilOverviewSays(Consumer<JsonNode> assertion) {
    Awaitility.await().atMost(Installation.LIMIT).untilAsserted(() -> assertion.accept(overview()));
  }

  private JsonNode overview() {
    return door.call("GET", "/v1/overview", null).json();
  }

  private List<Sample> untilAllIsDelivered() {
    var samples = new ArrayList<Sample>();
    try (var reader = delaygate.read(target)) {
      Awaitility.await()
          .pollInterval(Duration.ofMillis(100))
          .atMost(Installation.LIMIT)
          .until(
              () -> {
                var left = BACKLOG - reader.toTheEnd().size();
                samples.add(new Sample(System.nanoTime(), overview(), left));
                return left == 0;
              });
    }
    return samples;
  }

  /**
   * An overview, and the true number of jobs of the backlog that were not delivered then.
   *
   * @param at monotonic nanoseconds
   */
  private record Sample(long at, JsonNode told, long left) {
    boolean isComplete() {
      return told.path("missing").isEmpty() && told.path("jobs").isNumber();
    }

    /** Asserts that the figures lie between the true ones of their time, as delivery goes on. */
    void check(List<Sample> all) {
      var near =
          all.stream()
              .filter(other -> Math.abs(at - other.at) <= AGE.toNanos())
              .mapToLong(Sample::left)
              .summaryStatistics();
      var min = near.getMin() * (1 - TWO_PERCENT);
      var max = near.getMax() * (1 + TWO_PERCENT);
      assertThat(told.path("jobs").doubleValue() - LATER - PARKED).isBetween(min, max);
      var overdue = told.path("overdue");
      if (!overdue.path("approximate").booleanValue()) {
        assertThat(overdue.path("jobs").doubleValue() - PARKED).isBetween(min, max);
      }
    }
  }
}
