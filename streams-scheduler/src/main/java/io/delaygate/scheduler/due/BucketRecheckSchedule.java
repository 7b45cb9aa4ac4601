package io.delaygate.scheduler.due;

import io.delaygate.scheduler.store.ParkingBucket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Timetable of the parking buckets: when the jobs of each are checked next. A bucket that does not
 * change is checked less and less often, so that 100,000 missing targets do not delay the existing
 * ones. In memory; for the task's thread only.
 */
final class BucketRecheckSchedule {
  /**
   * Time to the first check: the brokers' first answer about a topic takes some ten milliseconds.
   */
  private static final long FIRST_LOOK_MS = 20;

  /** Pause from which a bucket counts as settled: three checks found its first job waiting. */
  private static final long SETTLED_MS = 8 * FIRST_LOOK_MS;

  private final long longestMs;
  private final Map<ParkingBucket, Look> looks = new HashMap<>();
  private final PriorityQueue<Look> queue = new PriorityQueue<>();

  /**
   * Creates a timetable without buckets.
   *
   * @param longestMs longest time between two checks of a bucket
   */
  BucketRecheckSchedule(long longestMs) {
    this.longestMs = longestMs;
  }

  /**
   * Schedules a check for a job that was parked in a bucket.
   *
   * @param endMs time when its wait ends whatever its target does, epoch milliseconds
   */
  void admit(ParkingBucket bucket, long endMs, long nowMs) {
    var look = looks.get(bucket);
    if (look == null) {
      schedule(new Look(bucket, nowMs + FIRST_LOOK_MS, FIRST_LOOK_MS, endMs));
    } else if (endMs < look.endMs) {
      schedule(new Look(bucket, look.atMs, look.pauseMs, endMs));
    }
  }

  /**
   * Takes the buckets that are due for a check, by priority; the caller reports for each one {@link
   * #stays}, {@link #again} or {@link #left}.
   */
  List<ParkingBucket> takeDue(long nowMs) {
    var due = new ArrayList<ParkingBucket>();
    for (var next = first(); next != null && next.atMs <= nowMs; next = first()) {
      queue.remove();
      due.add(next.bucket);
    }
    due.sort(null);
    return due;
  }

  /**
   * Schedules the next check of a bucket whose first job stays, after a longer pause.
   *
   * @param endMs time when the wait of its first job ends
   */
  void stays(ParkingBucket bucket, long endMs, long nowMs) {
    var before = looks.get(bucket);
    var pauseMs = before == null ? FIRST_LOOK_MS : Math.min(longestMs, 2 * before.pauseMs);
    schedule(new Look(bucket, nowMs + pauseMs, pauseMs, endMs));
  }

  /** Schedules a check of a bucket at a given time. */
  void again(ParkingBucket bucket, long endMs, long atMs) {
    schedule(new Look(bucket, atMs, FIRST_LOOK_MS, endMs));
  }

  /** Removes an empty bucket. */
  void left(ParkingBucket bucket) {
    looks.remove(bucket);
  }

  /** Whether several checks found the first job of a bucket waiting, and its wait has not ended. */
  boolean isSettled(ParkingBucket bucket, long nowMs) {
    var look = looks.get(bucket);
    return look != null && look.endMs > nowMs && look.pauseMs >= SETTLED_MS;
  }

  /** Time when the wait of the bucket's first job ends whatever its target does. */
  long endMs(ParkingBucket bucket) {
    var look = looks.get(bucket);
    return look == null ? 0 : look.endMs;
  }

  /** Time of the next check of a bucket, epoch milliseconds; {@link Long#MAX_VALUE} for never. */
  long nextMs() {
    var next = first();
    return next == null ? Long.MAX_VALUE : next.atMs;
  }

  /** Next check; replaced ones are removed when they come first. */
  private @Nullable Look first() {
    var next = queue.peek();
    while (next != null && looks.get(next.bucket) != next) {
      queue.remove();
      next = queue.peek();
    }
    return next;
  }

  private void schedule(Look look) {
    looks.put(look.bucket, look);
    queue.add(look);
  }

  /** Not a record: two checks at the same time are not equal. */
  private static final class Look implements Comparable<Look> {
    private final ParkingBucket bucket;
    private final long atMs;
    private final long pauseMs;
    private final long endMs;

    private Look(ParkingBucket bucket, long atMs, long pauseMs, long endMs) {
      this.bucket = bucket;
      this.atMs = Math.min(atMs, Math.max(endMs, 1));
      this.pauseMs = pauseMs;
      this.endMs = endMs;
    }

    @Override
    public int compareTo(Look other) {
      return Long.compare(atMs, other.atMs);
    }
  }
}
