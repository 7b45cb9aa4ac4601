package io.delaygate.scheduler.history;

import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.KnownJob;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long it is known how a job ended.
 *
 * @param length zero when nothing is kept
 */
public record Retention(Duration length) {
  /** Whether nothing is kept. */
  public boolean isNone() {
    return length.isZero();
  }

  /** What may be seen of a job: one that ended too long ago is gone for everyone, so null. */
  public @Nullable KnownJob seen(@Nullable KnownJob stored, long nowMs) {
    return stored instanceof EndedJob ended && ended.endedMs() < startAt(nowMs) ? null : stored;
  }

  /** Ends before this are gone, epoch milliseconds. */
  long startAt(long nowMs) {
    return isNone() ? Long.MAX_VALUE : nowMs - length.toMillis();
  }

  /** When an end is gone, epoch milliseconds. */
  long endOf(long endedMs) {
    return endedMs + length.toMillis();
  }
}
