package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Listing of the jobs of a snapshot in {@link DuePosition} order, across all buckets. Time range,
 * state, and the topic of parked and dead jobs decide which keys are read; id, and the topic and
 * state of jobs in the timeline, filter the keys that were read. Only a job that is wanted is
 * decoded.
 *
 * <p>For one thread at a time. Ends with its snapshot.
 */
public final class DueListing implements SnapshotListing<DuePosition> {
  /**
   * Ready jobs stand in their queues. Those that release 0 left in the timeline are moved there
   * soon after a start, and a listing of ready jobs need not walk all others for them.
   */
  private static final Set<JobState> IN_TIMELINE =
      EnumSet.of(JobState.SCHEDULED, JobState.RESERVED);

  private final JobSnapshot snapshot;
  private final JobFilter filter;
  private final byte[] idPrefix;
  private final byte @Nullable [] topic;
  private final BucketMerge buckets;

  DueListing(JobSnapshot snapshot, ListingStart start) {
    this.snapshot = snapshot;
    this.filter = start.filter();
    this.idPrefix = filter.storedPrefix().getBytes(UTF_8);
    this.topic = filter.topic() == null ? null : filter.topic().getBytes(UTF_8);
    this.buckets = new BucketMerge(start);
    if (IN_TIMELINE.stream().anyMatch(filter::takes)) {
      addTimeline(start);
    }
    if (filter.takes(JobState.READY)) {
      addBuckets(KeySpaces.READY);
    }
    if (filter.takes(JobState.PARKED)) {
      addBuckets(KeySpaces.PARKED);
    }
    if (filter.takes(JobState.DEAD)) {
      addBuckets(KeySpaces.DEAD);
    }
  }

  @Override
  public @Nullable DuePosition peek() {
    return buckets.peek();
  }

  @Override
  public @Nullable Job take() {
    var key = buckets.take();
    var id = KeySpaces.idOfIndex(key);
    var stored = startsWith(id, idPrefix) && filter.takes(id) ? snapshot.stored(id) : null;
    return stored != null && isWanted(key, id, stored)
        ? JobCodec.decode(new JobId(new String(id, UTF_8)), stored)
        : null;
  }

  /**
   * Passes over the next job without reading it, which tells nothing of its topic and state.
   *
   * @return whether its id is one that was asked for
   * @throws java.util.NoSuchElementException if none is left
   */
  public boolean pass() {
    var id = KeySpaces.idOfIndex(buckets.take());
    return startsWith(id, idPrefix) && filter.takes(id);
  }

  private boolean isWanted(byte[] key, byte[] id, byte[] stored) {
    return Arrays.equals(key, KeySpaces.index(id, stored))
        && filter.takes(JobCodec.state(stored))
        && (topic == null || Arrays.equals(topic, JobCodec.targetTopic(stored)));
  }

  /** Each priority has a walk of its own, which ends before the tombstones of the next. */
  private void addTimeline(ListingStart start) {
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      var bucket = KeySpaces.timeline(priority);
      if (start.fromMs(bucket) < filter.dueToMs()) {
        buckets.add(bucket, snapshot.index(KeySpaces.bucketFrom(bucket, filter.dueToMs())));
      }
    }
  }

  private void addBuckets(byte space) {
    var prefix =
        filter.topic() == null
            ? KeySpaces.space(space)
            : KeySpaces.bucketsOf(space, filter.topic());
    buckets.addAll(prefix, snapshot.index(KeySpaces.after(prefix).get()));
  }

  private static boolean startsWith(byte[] id, byte[] prefix) {
    return id.length >= prefix.length
        && Arrays.equals(id, 0, prefix.length, prefix, 0, prefix.length);
  }
}
