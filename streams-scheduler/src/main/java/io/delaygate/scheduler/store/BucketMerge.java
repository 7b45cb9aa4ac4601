package io.delaygate.scheduler.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * K-way merge of the job keys of many buckets into one order. Buckets may share a walk: it seeks to
 * where a bucket goes on, and only steps while one bucket goes on by itself, as when one target is
 * away.
 */
final class BucketMerge {
  private final ListingStart start;
  private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparing(Head::at));

  /** A merge of no buckets yet. */
  BucketMerge(ListingStart start) {
    this.start = start;
  }

  /** Adds a bucket, by the prefix of its keys. */
  void add(byte[] lane, SnapshotWalk walk) {
    offer(lane, walk, walk.seek(start.in(lane)));
  }

  /** Adds all buckets whose keys begin with this prefix. Finding them takes a seek for each. */
  void addAll(byte[] prefix, SnapshotWalk walk) {
    var found = walk.seek(prefix);
    while (found != null) {
      var lane = KeySpaces.laneOf(found);
      add(lane, walk);
      found = walk.seek(KeySpaces.after(lane).get());
    }
  }

  /** The first key that is left, null when none is. */
  byte @Nullable [] peek() {
    var head = heads.peek();
    return head == null ? null : head.key();
  }

  /**
   * Takes the first key.
   *
   * @throws java.util.NoSuchElementException if none is left
   */
  byte[] take() {
    var head = heads.remove();
    offer(KeySpaces.laneOf(head.key()), head.walk(), head.walk().behind(head.key()));
    return head.key();
  }

  private void offer(byte[] lane, SnapshotWalk walk, byte @Nullable [] key) {
    if (key != null && Arrays.equals(KeySpaces.laneOf(key), lane)) {
      var at = KeySpaces.position(key);
      if (at.dueMs() < start.filter().dueToMs()) {
        heads.add(new Head(at, key, walk));
      }
    }
  }

  private record Head(DuePosition at, byte[] key, SnapshotWalk walk) {}
}
