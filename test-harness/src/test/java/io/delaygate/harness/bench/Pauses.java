package io.delaygate.harness.bench;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Longest time without a delivery from each partition of commands, all of which have many jobs.
 * Thread-safe.
 */
final class Pauses {
  private final long[] lastMs = new long[Rig.PARTITIONS];
  private final long[] longestMs = new long[Rig.PARTITIONS];

  /** Notes that a job was read at this wall clock time. */
  synchronized void delivered(byte[] id, long nowMs) {
    var partition = Rig.partitionOf(id);
    if (lastMs[partition] > 0) {
      longestMs[partition] = Math.max(longestMs[partition], nowMs - lastMs[partition]);
    }
    lastMs[partition] = nowMs;
  }

  /** Resets all times. */
  synchronized void startAnew() {
    Arrays.fill(lastMs, 0);
    Arrays.fill(longestMs, 0);
  }

  /** Pauses that are longer than this, in ascending order; milliseconds. */
  synchronized double[] longerThan(long ms) {
    return LongStream.of(longestMs).filter(pause -> pause > ms).sorted().asDoubleStream().toArray();
  }
}
