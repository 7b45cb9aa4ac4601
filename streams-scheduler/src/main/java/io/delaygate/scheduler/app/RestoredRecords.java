package io.delaygate.scheduler.app;

import io.delaygate.scheduler.ops.SchedulerMetrics;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Counts what stores of active tasks lacked and read from their changelog. Thread-safe. */
final class RestoredRecords implements StateRestoreListener {
  private final SchedulerMetrics metrics;

  RestoredRecords(SchedulerMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void onRestoreStart(TopicPartition changelog, String store, long first, long end) {
    // counted as they come
  }

  @Override
  public void onBatchRestored(TopicPartition changelog, String store, long last, long records) {
    metrics.restored(records);
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long records) {
    // counted by then
  }
}
