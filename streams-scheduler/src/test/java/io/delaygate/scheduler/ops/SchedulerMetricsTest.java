package io.delaygate.scheduler.ops;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.Outcome;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

class SchedulerMetricsTest {
  private static final String EMITTED = "delaygate_lateness_seconds";
  private static final String COMMITTED = "delaygate_lateness_committed_seconds";

  private long nowMs = 1_000_000;
  private final SchedulerMetrics metrics = TestMetrics.at(() -> nowMs);

  @Test
  void aJobIsVisibleWhenItsTransactionIsCommitted() {
    // Given
    metrics.emitted("orders", nowMs - 7, nowMs);
    metrics.emitted("orders", nowMs - 9, nowMs);
    var before = count(COMMITTED);

    // When
    nowMs += 100;
    metrics.committed();
    metrics.committed();

    // Then
    assertThat(count(EMITTED)).isEqualTo(2);
    assertThat(sum(EMITTED)).isEqualTo(0.016);
    assertThat(before).isZero();
    assertThat(count(COMMITTED)).isEqualTo(2);
    assertThat(sum(COMMITTED)).isEqualTo(0.216);
    assertThat(TestMetrics.value(metrics, "delaygate_delivered_total", "topic", "orders"))
        .isEqualTo(2);
    assertThat(TestMetrics.value(metrics, "delaygate_commits_total")).isEqualTo(2);
  }

  @Test
  void whatWasAbortedIsNotVisible() {
    // Given
    metrics.emitted("orders", nowMs, nowMs);

    // When
    metrics.aborted();
    metrics.committed();

    // Then
    assertThat(count(COMMITTED)).isZero();
    assertThat(TestMetrics.value(metrics, "delaygate_transaction_aborts_total")).isEqualTo(1);
  }

  /** Kafka Streams closes such a task without an abort, because its producer is gone. */
  @Test
  void whatATaskLeavesBehindIsNotVisible() {
    // Given
    metrics.emitted("orders", nowMs, nowMs);

    // When
    metrics.taskClosed(new TaskId(0, 1));
    metrics.committed();

    // Then
    assertThat(count(COMMITTED)).isZero();
  }

  @Test
  void holdsSoManyUncommittedJobsAndNoMore() {
    // Given
    for (var i = 0; i < 65_537; i++) {
      metrics.emitted("orders", nowMs, nowMs);
    }

    // When
    metrics.committed();

    // Then
    assertThat(count(EMITTED)).isEqualTo(65_537);
    assertThat(count(COMMITTED)).isEqualTo(65_536);
  }

  @Test
  void aClockThatWasSetBackMakesNothingEarly() {
    // When
    metrics.emitted("orders", nowMs + 3, nowMs);
    metrics.outcome(Outcome.SCHEDULED, -3);

    // Then
    assertThat(sum(EMITTED)).isZero();
    assertThat(sum("delaygate_command_seconds")).isZero();
  }

  private double count(String histogram) {
    return requireNonNull(TestMetrics.value(metrics, histogram + "_count"));
  }

  private double sum(String histogram) {
    return requireNonNull(TestMetrics.value(metrics, histogram + "_sum"));
  }
}
