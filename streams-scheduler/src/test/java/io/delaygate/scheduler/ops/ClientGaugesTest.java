package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.topics.TopicNames;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.Metrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClientGaugesTest {
  private static final String FETCH = "consumer-fetch-manager-metrics";

  private final Metrics clients = new Metrics();
  private final SchedulerMetrics metrics = TestMetrics.fresh();

  @BeforeEach
  void show() {
    new ClientGauges(() -> clients.metrics().values(), TopicNames.prefixed("")).show(metrics);
  }

  @AfterEach
  void close() {
    clients.close();
  }

  @Test
  void addsUpWhatWasNotReadOfCommands() {
    // Given
    has(FETCH, "records-lag", 3, "topic", "delay-requests", "partition", "0");
    has(FETCH, "records-lag", 4, "topic", "delay-rerouted", "partition", "0");
    has(FETCH, "records-lag", Double.NaN, "topic", "delay-requests", "partition", "1");
    has(FETCH, "records-lag", 50, "topic", "delaygate-jobs-changelog", "partition", "0");

    // Then
    assertThat(TestMetrics.value(metrics, "delaygate_requests_lag_records")).isEqualTo(7);
  }

  @Test
  void doesNotKnowBeforeAnythingWasRead() {
    assertThat(TestMetrics.value(metrics, "delaygate_requests_lag_records")).isNaN();
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
    has("producer-metrics", "produce-throttle-time-avg", 4);
    has(FETCH, "fetch-throttle-time-avg", 250);

    // Then
    assertThat(TestMetrics.value(metrics, "delaygate_throttle_seconds")).isEqualTo(0.25);
  }

  private void has(String group, String name, double value, String... tags) {
    clients.addMetric(
        clients.metricName(name, group, "", tags), (Measurable) (config, now) -> value);
  }
}
