package io.delaygate.scheduler.due;

import io.delaygate.scheduler.store.ParkingBucket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Timetable of the lanes of parked jobs: when each is looked at next. A lane that does not change
 * is looked at ever less often, so that 100,000 targets that are missing cost those that are there
 * nothing. In memory; for the task's thread only.
 */
final class ParkingBuckets {
  /** The brokers' first answer about a topic takes some ten milliseconds. */
  private static final long FIRST_LOOK_MS = 20;

  /** After three looks a job waits for what is written in it. */
  private static final long SETTLED_MS = 8 * FIRST_LOOK_MS;

  private final long longestMs;
  private final Map<ParkingBucket, Look> looks = new HashMap<>();
  private final PriorityQueue<Look> queue = new PriorityQueue<>();

  /**
   * A timetable without lanes.
   *
   * @param longestMs between two looks at a lane, at most
   */
  ParkingBuckets(long longestMs) {
    this.longestMs = longestMs;
  }

  /**
   * A job was parked in a lane.
   *
   * @param endMs when something happens to it whatever its target does, epoch milliseconds
   */
  void admit(ParkingBucket lane, long endMs, long nowMs) {
    var look = looks.get(lane);
    if (look == null) {
      schedule(new Look(lane, nowMs + FIRST_LOOK_MS, FIRST_LOOK_MS, endMs));
    } else if (endMs < look.endMs) {
      schedule(new Look(lane, look.atMs, look.pauseMs, endMs));
    }
  }

  /** The lanes whose time has come, by priority; each {@link #stays}, or is {@link #left}. */
  List<ParkingBucket> takeDue(long nowMs) {
    var due = new ArrayList<ParkingBucket>();
    for (var next = first(); next != null && next.atMs <= nowMs; next = first()) {
      queue.remove();
      due.add(next.lane);
    }
    due.sort(null);
    return due;
  }

  /**
   * A lane was looked at, and its first job stays.
   *
   * @param endMs of its first job
   */
  void stays(ParkingBucket lane, long endMs, long nowMs) {
    var before = looks.get(lane);
    var pauseMs = before == null ? FIRST_LOOK_MS : Math.min(longestMs, 2 * before.pauseMs);
    schedule(new Look(lane, nowMs + pauseMs, pauseMs, endMs));
  }

  /** A lane is to be looked at again at a given time. */
  void again(ParkingBucket lane, long endMs, long atMs) {
    schedule(new Look(lane, atMs, FIRST_LOOK_MS, endMs));
  }

  /** A lane is empty. */
  void left(ParkingBucket lane) {
    looks.remove(lane);
  }

  /** Whether its first job has long been known to wait, and goes on waiting by itself. */
  boolean isSettled(ParkingBucket lane, long nowMs) {
    var look = looks.get(lane);
    return look != null && look.endMs > nowMs && look.pauseMs >= SETTLED_MS;
  }

  /** When something happens to the lane's first job whatever its target does. */
  long endMs(ParkingBucket lane) {
    var look = looks.get(lane);
    return look == null ? 0 : look.endMs;
  }

  /** When the next lane is to be looked at, epoch milliseconds; the largest number for never. */
  long nextMs() {
    var next = first();
    return next == null ? Long.MAX_VALUE : next.atMs;
  }

  /** Looks that were replaced leave when they come first. */
  private @Nullable Look first() {
    var next = queue.peek();
    while (next != null && looks.get(next.lane) != next) {
      queue.remove();
      next = queue.peek();
    }
    return next;
  }

  private void schedule(Look look) {
    looks.put(look.lane, look);
    queue.add(look);
  }

  /** Not a record: two looks at the same time are not the same. */
  private static final class Look implements Comparable<Look> {
    private final ParkingBucket lane;
    private final long atMs;
    private final long pauseMs;
    private final long endMs;

    private Look(ParkingBucket lane, long atMs, long pauseMs, long endMs) {
      this.lane = lane;
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
