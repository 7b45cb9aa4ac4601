package io.delaygate.scheduler.store;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/** Looks at a task's timeline from its very beginning, wherever the cursor stands. */
public final class TimelineProbe {
  private TimelineProbe() {}

  /** When the first live job wakes; {@link Long#MAX_VALUE} when there is none. */
  public static long firstWakeMs(KeyValueStore<Bytes, byte[]> jobs) {
    try (var entries = jobs.range(KeySpaces.timelineFrom(0), KeySpaces.timelineEnd())) {
      return entries.hasNext() ? KeySpaces.wakeMs(entries.next().key.get()) : Long.MAX_VALUE;
    }
  }
}
