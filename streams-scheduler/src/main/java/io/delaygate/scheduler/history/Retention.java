package io.delaygate.scheduler.history;

import io.delaygate.scheduler.store.HistoryCount;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.KnownJob;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Retention of the history of ended jobs: by time, and by bytes for each partition.
 *
 * @param length zero when nothing is kept
 * @param maxBytes bound of the entries of a partition, as {@link HistoryCount} counts them; 0 for
 *     none
 */
public record Retention(Duration length, long maxBytes) {
  /**
   * Part of the bound, as a divisor, below which no entry can have been removed for it within the
   * retention: entries leave in the order of their ends, so that a history that was full becomes
   * smaller only by the retention. Jobs that are scheduled again under their ids make it smaller,
   * too, hence the margin.
   */
  private static final int MARGIN = 4;

  /** A retention by time only. */
  public static Retention of(Duration length) {
    return new Retention(length, 0);
  }

  /** Whether no history is kept. */
  public boolean isNone() {
    return length.isZero();
  }

  /** The job as readers may see it; null if it ended before the retention. */
  public @Nullable KnownJob seen(@Nullable KnownJob stored, long nowMs) {
    return stored instanceof EndedJob ended && ended.endedMs() < startAt(nowMs) ? null : stored;
  }

  /**
   * Start of the retention: jobs that ended before it are gone, epoch milliseconds; {@link
   * Long#MAX_VALUE} when nothing is kept.
   */
  public long startAt(long nowMs) {
    return isNone() ? Long.MAX_VALUE : nowMs - length.toMillis();
  }

  /** Bytes by which entries pass the bound; not positive if they do not. */
  public long excess(HistoryCount count) {
    return maxBytes == 0 ? 0 : count.bytes() - maxBytes;
  }

  /** Whether entries may have been removed for the bound that are within the retention. */
  public boolean mayBeCut(HistoryCount count) {
    return maxBytes > 0 && count.bytes() >= maxBytes - maxBytes / MARGIN;
  }

  /** Time when the entry of an ended job expires, epoch milliseconds. */
  long endOf(long endedMs) {
    return endedMs + length.toMillis();
  }
}
