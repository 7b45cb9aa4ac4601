package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.Metrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClientGaugesTest {
  private static final String FETCH = "consumer-fetch-manager-metrics";
  private static final String LIVE = "live";

  private final Metrics clients = new Metrics();
  private final Metrics others = new Metrics();
  private final SchedulerMetrics metrics = TestMetrics.fresh();

  @BeforeEach
  void show() {
    new ClientGauges(() -> clients.metrics().values(), () -> Set.of(LIVE, "a", "b"))
        .with(() -> others.metrics().values())
        .show(metrics);
  }

  @AfterEach
  void close() {
    clients.close();
    others.close();
  }

  @Test
  void theSlowestProducerCounts() {
    // Given
    has("producer-metrics", "request-latency-avg", 4, "client-id", "a");
    has("producer-metrics", "request-latency-avg", 6, "client-id", "b");
    has("admin-client-metrics", "request-latency-avg", 90, "client-id", "c");

    // Then
    assertThat(TestMetrics.value(metrics, "delaygate_produce_request_seconds")).isEqualTo(0.006);
  }

  @Test
  void quotasOfBothKindsAreSeen() {
    // Given
    has("producer-metrics", "produce-throttle-time-max", 4);
    has(FETCH, "fetch-throttle-time-max", 250);

    // Then
    assertThat(TestMetrics.value(metrics, "delaygate_throttle_seconds")).isEqualTo(0.25);
  }

  @Test
  void aThreadThatWasReplacedIsNotSeen() {
    // Given
    has(FETCH, "fetch-throttle-time-max", 250);
    has(FETCH, "fetch-throttle-time-max", 900, "client-id", "replaced");

    // Then
    assertThat(TestMetrics.value(metrics, "delaygate_throttle_seconds")).isEqualTo(0.25);
  }

  @Test
  void aProducerThatKafkaStreamsDoesNotKnowIsSeen() {
    // Given
    has("producer-metrics", "produce-throttle-time-max", 4);
    add(others, "produce-throttle-time-max", 900);
    add(others, "request-latency-avg", 30);

    // Then
    assertThat(TestMetrics.value(metrics, "delaygate_throttle_seconds")).isEqualTo(0.9);
    assertThat(TestMetrics.value(metrics, "delaygate_produce_request_seconds")).isEqualTo(0.03);
  }

  private static void add(Metrics to, String name, double value) {
    to.addMetric(
        to.metricName(name, "producer-metrics", "", Map.of("client-id", "second")),
        (Measurable) (config, now) -> value);
  }

  private void has(String group, String name, double value, String... tags) {
    var all = new HashMap<>(Map.of("client-id", LIVE));
    for (var i = 0; i < tags.length; i += 2) {
      all.put(tags[i], tags[i + 1]);
    }
    clients.addMetric(
        clients.metricName(name, group, "", all), (Measurable) (config, now) -> value);
  }
}
