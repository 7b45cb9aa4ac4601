package io.delaygate.scheduler.history;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.EndedJobCodec;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/** Looks up how jobs ended. Thread-safe as far as the store is. */
public final class JobHistory {
  /** A later owner's clock may be behind that of the one who wrote. */
  private static final Instant ANY_TIME = Instant.ofEpochMilli(Long.MAX_VALUE);

  private final @Nullable ReadOnlyWindowStore<Bytes, byte[]> store;
  private final Duration retention;

  /**
   * A history over a store.
   *
   * @param store null when history is off: then nothing is ever found
   * @param retention how long an entry is found
   */
  public JobHistory(@Nullable ReadOnlyWindowStore<Bytes, byte[]> store, Duration retention) {
    this.store = store;
    this.retention = retention;
  }

  /** How the job ended last, null when that is not known (any more). */
  public @Nullable EndedJob find(JobId id, long nowMs) {
    if (store == null) {
      return null;
    }
    var from = Instant.ofEpochMilli(Math.max(0, nowMs - retention.toMillis()));
    try (var ends = store.backwardFetch(Bytes.wrap(id.bytes()), from, ANY_TIME)) {
      return ends.hasNext() ? EndedJobCodec.decode(id, ends.next().value) : null;
    }
  }

  /** Writes entries too; the task's thread only. */
  public static final class Writer {
    private final @Nullable WindowStore<Bytes, byte[]> store;

    /**
     * A writer to the store.
     *
     * @param store null when history is off: then nothing is kept
     */
    public Writer(@Nullable WindowStore<Bytes, byte[]> store) {
      this.store = store;
    }

    /** Keeps how a job ended. */
    public void add(EndedJob job) {
      if (store != null) {
        store.put(Bytes.wrap(job.id().bytes()), EndedJobCodec.encode(job), job.endedMs());
      }
    }
  }
}
