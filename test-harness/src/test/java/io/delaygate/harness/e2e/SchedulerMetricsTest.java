package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.scheduler.ops.SchedulerMeter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of metrics that need a scheduler with a broker, a store and a disk. */
@KafkaTest
class SchedulerMetricsTest {
  @TempDir Path state;

  @Test
  void everyMetricIsServedAndTellsTheTruth(KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state)) {
      // Given
      var target = delaygate.target("orders", 1);
      var scheduler = delaygate.startScheduler("one");

      // When
      delaygate.client().send("now", "v", "delay-ms", "10", "delay-target-topic", target);
      delaygate.client().send("later", "v", "delay", "1h", "delay-target-topic", target);
      try (var reader = delaygate.read(target)) {
        reader.one();
      }

      // Then
      var shown = Metrics.lines(scheduler.port()).collect(Collectors.joining("\n"));
      assertThat(Arrays.stream(SchedulerMeter.values()))
          .allMatch(meter -> shown.contains("# HELP " + meter.metricName() + " "));
      await(scheduler, "delaygate_lateness_committed_seconds_count", 1);
      await(scheduler, "delaygate_delivered_total{topic=\"" + target + "\",}", 1);
      await(scheduler, "delaygate_jobs{topic=\"" + target + "\",state=\"SCHEDULED\",}", 1);
      await(scheduler, "delaygate_command_seconds_count", 2);
      await(scheduler, "delaygate_requests_lag_records", 0);
      await(scheduler, "delaygate_stream_threads", 1);
      await(scheduler, "delaygate_store_lag_records", 0);
      await(scheduler, "delaygate_restore_records_left", 0);
      await(scheduler, "delaygate_requests_retention_seconds", 7 * 86_400);
      assertThat(
              List.of(
                  "delaygate_commits_total",
                  "delaygate_rebalances_total",
                  "delaygate_next_wake_timestamp_seconds",
                  "delaygate_rocksdb_write_buffer_bytes",
                  "delaygate_state_disk_free_bytes",
                  "delaygate_state_disk_size_bytes"))
          .allMatch(metric -> Metrics.of(scheduler, metric + " ") > 0);

      // the thread uses two producers in turn, of which one is measured
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .until(
              () -> {
                delaygate.client().send("n", "v", "delay-ms", "10", "delay-target-topic", target);
                return Metrics.lines(scheduler.port())
                    .anyMatch(
                        line -> line.matches("delaygate_produce_request_seconds 0[.].*[1-9]"));
              });
    }
  }

  private static void await(Service scheduler, String metric, double value) {
    Awaitility.await(metric)
        .atMost(Installation.LIMIT)
        .until(() -> Metrics.of(scheduler, metric + " ") == value);
  }
}
