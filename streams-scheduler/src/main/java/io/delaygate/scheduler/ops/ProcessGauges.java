package io.delaygate.scheduler.ops;

import io.delaygate.scheduler.store.RocksMemory;
import io.delaygate.scheduler.store.StoreDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the process: RocksDB memory, disk space, and the retention of commands. Thread-safe.
 */
public final class ProcessGauges {
  private static final double MS_PER_SECOND = 1000.0;

  private ProcessGauges() {}

  /**
   * Registers the gauges.
   *
   * @param stateDirectory may not exist yet
   * @param retentionMs of the topic of commands, negative for unlimited; null without the right to
   *     read it
   */
  public static void show(
      SchedulerMetrics metrics,
      RocksMemory memory,
      Path stateDirectory,
      @Nullable Long retentionMs) {
    metrics.gauge(SchedulerMeter.BLOCK_CACHE, memory::blockCacheBytes);
    metrics.gauge(SchedulerMeter.WRITE_BUFFERS, memory::writeBufferBytes);
    var disk = stateDirectory.toFile();
    metrics.gauge(SchedulerMeter.DISK_FREE, disk::getUsableSpace);
    metrics.gauge(SchedulerMeter.DISK_SIZE, disk::getTotalSpace);
    metrics.gauge(SchedulerMeter.SET_ASIDE, () -> StoreDirectory.countSetAside(stateDirectory));
    var retention = seconds(retentionMs);
    metrics.gauge(SchedulerMeter.RETENTION, () -> retention);
  }

  private static double seconds(@Nullable Long ms) {
    if (ms == null) {
      return Double.NaN;
    }
    return ms < 0 ? Double.POSITIVE_INFINITY : ms / MS_PER_SECOND;
  }
}
