package io.delaygate.scheduler.app;

import io.delaygate.scheduler.ops.SchedulerMetrics;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Restore listener that counts the records that stores of active tasks read from their changelogs.
 * Thread-safe.
 */
final class RestoredRecords implements StateRestoreListener {
  private final SchedulerMetrics metrics;

  RestoredRecords(SchedulerMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void onRestoreStart(TopicPartition changelog, String store, long first, long end) {
    // each batch is counted when it is restored
  }

  @Override
  public void onBatchRestored(TopicPartition changelog, String store, long last, long records) {
    metrics.restored(records);
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long records) {
    // all batches are counted by then
  }
}
