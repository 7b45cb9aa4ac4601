package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Policy;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/** Look at a task's timeline from its beginning, independent of the cursor. */
public final class TimelineProbe {
  private TimelineProbe() {}

  /** Wake time of the first live job of each priority: the upper bound for a cursor. */
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
