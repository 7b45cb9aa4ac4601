package io.delaygate.service.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Limiter of units, such as calls or bytes, that holders share: each has a floor that the others
 * cannot take. A holder is a namespace. Each step takes constant time. Thread-safe.
 *
 * <p>Up to its floor a holder takes what is free. What it has above its floor counts against a
 * common part, which is half of the capacity less one floor. It follows that:
 *
 * <ul>
 *   <li>One holder never has more than half of the capacity (or one floor, if that is more).
 *   <li>Above the floors there is never more than the common part. So the rest of the capacity is
 *       always left for floors: as many holders as it has floors, which are {@link #promised}, are
 *       granted theirs, in whatever order they and others come.
 * </ul>
 *
 * <p>A holder without a name has no share: it takes what is free. It is for installations with one
 * namespace, and for work that belongs to none.
 *
 * <p>The usual rule of shared buffers, to take no more than a part of what is free, is not used:
 * how much it leaves for the next holder depends on the order in which the holders came.
 */
public final class FairShareLimiter {
  /** Floors in the capacity. Nine of them are promised, and seven are the common part. */
  private static final int FLOORS = 16;

  private final long capacity;
  private final long floor;
  private final long common;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private final Map<String, Long> byHolder = new HashMap<>();
  private long total;
  private long aboveFloors;

  /** Answer to a holder that wants units. */
  public enum Grant {
    /** The holder has them from now on. */
    GRANTED,
    /** There are some, and the holder has its share of them already. */
    SHARE_USED,
    /** There are not so many. */
    FULL
  }

  /** Limits to that many units, with a sixteenth of them as the floor, or one unit. */
  public FairShareLimiter(long capacity) {
    this(capacity, 1);
  }

  /**
   * Limits to that many units.
   *
   * @param floorMin least floor: what the largest single request needs. Not above the capacity
   */
  public FairShareLimiter(long capacity, long floorMin) {
    this.capacity = capacity;
    this.floor = Math.max(capacity / FLOORS, floorMin);
    this.common = Math.max(0, capacity / 2 - floor);
  }

  /** Number of holders that are granted their floors whatever the others have. */
  long promised() {
    return (capacity - common) / floor;
  }

  /** The floor of each holder. */
  long floor() {
    return floor;
  }

  /**
   * Takes units, or none.
   *
   * @param holder null for none that has a share
   */
  public Grant take(@Nullable String holder, long units) {
    lock.lock();
    try {
      return tryTake(holder, units);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes units, or none when so many have not become free in time.
   *
   * @param holder null for none that has a share
   */
  public Grant await(@Nullable String holder, long units, long timeoutNanos)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      var left = timeoutNanos;
      var grant = tryTake(holder, units);
      while (grant != Grant.GRANTED && left > 0) {
        left = freed.awaitNanos(left);
        grant = tryTake(holder, units);
      }
      return grant;
    } finally {
      lock.unlock();
    }
  }

  private Grant tryTake(@Nullable String holder, long units) {
    if (units > capacity - total) {
      return Grant.FULL;
    }
    if (holder != null) {
      var before = byHolder.getOrDefault(holder, 0L);
      var more = aboveFloor(before + units) - aboveFloor(before);
      if (more > 0 && more > common - aboveFloors) {
        return Grant.SHARE_USED;
      }
      aboveFloors += more;
      byHolder.put(holder, before + units);
    }
    total += units;
    return Grant.GRANTED;
  }

  /** Gives units back that the holder has. */
  public void release(@Nullable String holder, long units) {
    lock.lock();
    try {
      if (holder != null) {
        var before = byHolder.getOrDefault(holder, 0L);
        aboveFloors -= aboveFloor(before) - aboveFloor(before - units);
        if (before == units) {
          byHolder.remove(holder);
        } else {
          byHolder.put(holder, before - units);
        }
      }
      total -= units;
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Number of units that are taken. */
  public long held() {
    lock.lock();
    try {
      return total;
    } finally {
      lock.unlock();
    }
  }

  private long aboveFloor(long units) {
    return Math.max(0, units - floor);
  }
}
