package io.delaygate.scheduler.store;

import org.jspecify.annotations.Nullable;

/** Where a listing begins, in each part of the index. */
final class ListingStart {
  private final long fromMs;
  private final long timelineFromMs;
  private final @Nullable DuePosition after;

  /**
   * A start.
   *
   * @param notBeforeMs no scheduled job is due before this
   * @param after null, or what was listed last
   */
  ListingStart(JobFilter filter, long notBeforeMs, @Nullable DuePosition after) {
    this.after = after != null && after.dueMs() >= filter.dueFromMs() ? after : null;
    this.fromMs = filter.dueFromMs();
    this.timelineFromMs = Math.max(fromMs, notBeforeMs);
  }

  byte[] inTimeline() {
    var last = after;
    return last != null && last.dueMs() >= timelineFromMs
        ? KeySpaces.timelineAfter(last)
        : KeySpaces.timelineFrom(timelineFromMs).get();
  }

  byte[] inLane(byte[] lane) {
    var last = after;
    return last == null ? KeySpaces.laneFrom(lane, fromMs) : KeySpaces.laneAfter(lane, last);
  }
}
