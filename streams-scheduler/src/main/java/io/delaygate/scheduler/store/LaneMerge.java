package io.delaygate.scheduler.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The keys of jobs in many lanes, merged into one order. One RocksDB iterator serves any number of
 * lanes: it seeks to where a lane goes on, and only steps while one lane goes on by itself, as when
 * one target is away. Finding the lanes takes two seeks for each.
 */
final class LaneMerge {
  private final SnapshotWalk walk;
  private final long dueToMs;
  private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparing(Head::at));
  private byte @Nullable [] standing;

  /**
   * A merge.
   *
   * @param lanes what the keys of all wanted lanes begin with
   * @param dueToMs exclusive
   */
  LaneMerge(SnapshotWalk walk, byte[] lanes, ListingStart start, long dueToMs) {
    this.walk = walk;
    this.dueToMs = dueToMs;
    var found = walk.seek(lanes);
    while (found != null) {
      var lane = KeySpaces.laneOf(found);
      offer(walk.seek(start.inLane(lane)), lane);
      found = walk.seek(KeySpaces.after(lane).get());
      standing = found;
    }
  }

  /** The first key that is left, null when none is. */
  byte @Nullable [] peek() {
    var head = heads.peek();
    return head == null ? null : head.key();
  }

  /** Takes the first key. */
  void take() {
    var head = heads.remove();
    var lane = KeySpaces.laneOf(head.key());
    standing =
        Arrays.equals(standing, head.key())
            ? walk.next()
            : walk.seek(KeySpaces.laneAfter(lane, head.at()));
    offer(standing, lane);
  }

  private void offer(byte @Nullable [] key, byte[] lane) {
    if (key != null && Arrays.equals(KeySpaces.laneOf(key), lane)) {
      var at = KeySpaces.position(key);
      if (at.dueMs() < dueToMs) {
        heads.add(new Head(at, key));
      }
    }
  }

  private record Head(DuePosition at, byte[] key) {}
}
