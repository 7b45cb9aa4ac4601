package io.delaygate.scheduler.history;

import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.KnownJob;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Retention period of the history of ended jobs.
 *
 * @param length zero when nothing is kept
 */
public record Retention(Duration length) {
  /** Whether no history is kept. */
  public boolean isNone() {
    return length.isZero();
  }

  /** The job as readers may see it; null if it ended before the retention. */
  public @Nullable KnownJob seen(@Nullable KnownJob stored, long nowMs) {
    return stored instanceof EndedJob ended && ended.endedMs() < startAt(nowMs) ? null : stored;
  }

  /** Start of the retention: jobs that ended before it are gone, epoch milliseconds. */
  long startAt(long nowMs) {
    return isNone() ? Long.MAX_VALUE : nowMs - length.toMillis();
  }

  /** Time when the entry of an ended job expires, epoch milliseconds. */
  long endOf(long endedMs) {
    return endedMs + length.toMillis();
  }
}
