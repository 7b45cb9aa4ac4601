package io.delaygate.scheduler.store;

import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.SortedMerge;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * K-way merge of the job keys of many buckets into one order. Buckets may share a walk: it seeks to
 * where a bucket goes on, and only steps while one bucket goes on by itself, as when one target is
 * away.
 */
final class BucketMerge {
  private final ListingStart start;
  private final SortedMerge<DuePosition, Bucket> buckets =
      new SortedMerge<>(
          Comparator.<DuePosition>naturalOrder(), bucket -> KeySpaces.position(bucket.key()));

  /** A merge of no buckets yet. */
  BucketMerge(ListingStart start) {
    this.start = start;
  }

  /** Adds a bucket, by the prefix of its keys. */
  void add(byte[] bucket, SnapshotWalk walk) {
    offer(bucket, walk, walk.seek(start.in(bucket)));
  }

  /** Adds all buckets whose keys begin with this prefix. Finding them takes a seek for each. */
  void addAll(byte[] prefix, SnapshotWalk walk) {
    var found = walk.seek(prefix);
    while (found != null) {
      var bucket = KeySpaces.bucketOf(found);
      add(bucket, walk);
      found = walk.seek(KeySpaces.after(bucket).get());
    }
  }

  /** Position of the first key that is left, null when none is. */
  @Nullable DuePosition peek() {
    return buckets.peek();
  }

  /**
   * Takes the first key.
   *
   * @throws java.util.NoSuchElementException if none is left
   */
  byte[] take() {
    var bucket = buckets.remove();
    var key = bucket.key();
    offer(KeySpaces.bucketOf(key), bucket.walk(), bucket.walk().behind(key));
    return key;
  }

  private void offer(byte[] bucket, SnapshotWalk walk, byte @Nullable [] key) {
    if (key != null
        && Arrays.equals(KeySpaces.bucketOf(key), bucket)
        && KeySpaces.position(key).dueMs() < start.filter().dueToMs()) {
      buckets.add(new Bucket(key, walk));
    }
  }

  /** Bucket that stands at a key. */
  private record Bucket(byte[] key, SnapshotWalk walk) {}
}
