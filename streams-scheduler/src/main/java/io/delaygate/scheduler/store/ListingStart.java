package io.delaygate.scheduler.store;

import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import org.jspecify.annotations.Nullable;

/**
 * Start of a listing in each bucket.
 *
 * @param cursor watermarks below which nothing is scheduled
 * @param after null, or what was listed last
 */
record ListingStart(JobFilter filter, ScanWatermarks cursor, @Nullable DuePosition after) {
  byte[] in(byte[] bucket) {
    var fromMs = fromMs(bucket);
    return after == null || after.dueMs() < fromMs
        ? KeySpaces.bucketFrom(bucket, fromMs)
        : KeySpaces.bucketAfter(bucket, after);
  }

  /** Before this a bucket has nothing to list, epoch milliseconds. */
  long fromMs(byte[] bucket) {
    return KeySpaces.isTimeline(bucket)
        ? Math.max(filter.dueFromMs(), cursor.ms(KeySpaces.priority(bucket)))
        : filter.dueFromMs();
  }
}
