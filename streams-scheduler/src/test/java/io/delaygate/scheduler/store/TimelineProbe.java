package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Policy;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/** Looks at a task's timeline from its very beginning, wherever the cursor stands. */
public final class TimelineProbe {
  private TimelineProbe() {}

  /** When the first live job of each priority wakes: the highest that a cursor may be. */
  public static ScanWatermarks firstWakes(KeyValueStore<Bytes, byte[]> jobs) {
    return new ScanWatermarks(
        IntStream.rangeClosed(Policy.FIRST, Policy.LAST)
            .mapToObj(priority -> Bytes.wrap(KeySpaces.timeline(priority)))
            .map(bucket -> firstWakeMs(jobs, bucket))
            .toList());
  }

  private static long firstWakeMs(KeyValueStore<Bytes, byte[]> jobs, Bytes bucket) {
    try (var entries = jobs.range(bucket, KeySpaces.after(bucket.get()))) {
      return entries.hasNext() ? KeySpaces.ms(entries.next().key.get()) : Long.MAX_VALUE;
    }
  }
}
