package io.delaygate.scheduler.store;

import org.jspecify.annotations.Nullable;

/**
 * Start of a listing in each bucket.
 *
 * @param cursor watermarks below which nothing is scheduled
 * @param after null, or what was listed last
 */
record ListingStart(JobFilter filter, ScanWatermarks cursor, @Nullable DuePosition after) {
  byte[] in(byte[] lane) {
    var fromMs = fromMs(lane);
    return after == null || after.dueMs() < fromMs
        ? KeySpaces.laneFrom(lane, fromMs)
        : KeySpaces.laneAfter(lane, after);
  }

  /** Before this a bucket has nothing to list, epoch milliseconds. */
  long fromMs(byte[] lane) {
    return KeySpaces.isTimeline(lane)
        ? Math.max(filter.dueFromMs(), cursor.ms(KeySpaces.priority(lane)))
        : filter.dueFromMs();
  }
}
