package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.JobState;
import java.util.Arrays;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of a snapshot in {@link DuePosition} order, scheduled and parked ones together. Time range,
 * state, and the topic of parked jobs decide which keys are looked at; id prefix and the topic of
 * scheduled jobs decide about a key that was looked at. Only a job that is wanted is decoded.
 *
 * <p>For one thread at a time. Ends with its snapshot.
 */
public final class DueListing {
  private final JobSnapshot snapshot;
  private final JobFilter filter;
  private final byte[] idPrefix;
  private final byte @Nullable [] topic;
  private final @Nullable SnapshotWalk timeline;
  private final @Nullable ParkedMerge parked;
  private byte @Nullable [] scheduledKey;

  DueListing(JobSnapshot snapshot, JobFilter filter, ListingStart start) {
    this.snapshot = snapshot;
    this.filter = filter;
    this.idPrefix = filter.idPrefix().getBytes(UTF_8);
    this.topic = filter.topic() == null ? null : filter.topic().getBytes(UTF_8);
    this.timeline = timeline(start);
    this.parked = parked(start);
  }

  /** Where the next job stands, wanted or not; null when none is left. */
  public @Nullable DuePosition peek() {
    var key = firstKey();
    return key == null ? null : KeySpaces.position(key);
  }

  /**
   * Takes the next job.
   *
   * @return null when it is not one that was asked for
   * @throws java.util.NoSuchElementException if none is left
   */
  public @Nullable Job take() {
    var key = firstKey();
    if (key == null) {
      throw new NoSuchElementException();
    }
    step(key);
    var id = KeySpaces.idOfIndex(key);
    var stored = startsWith(id, idPrefix) ? snapshot.stored(id) : null;
    return stored != null && isWanted(key, id, stored)
        ? JobCodec.decode(new JobId(new String(id, UTF_8)), stored)
        : null;
  }

  private boolean isWanted(byte[] key, byte[] id, byte[] stored) {
    return Arrays.equals(key, KeySpaces.index(id, stored))
        && (topic == null || Arrays.equals(topic, JobCodec.targetTopic(stored)));
  }

  private byte @Nullable [] firstKey() {
    var waiting = parked == null ? null : parked.peek();
    if (waiting == null || scheduledKey == null) {
      return waiting == null ? scheduledKey : waiting;
    }
    var parkedFirst = KeySpaces.position(waiting).compareTo(KeySpaces.position(scheduledKey)) < 0;
    return parkedFirst ? waiting : scheduledKey;
  }

  private void step(byte[] key) {
    if (KeySpaces.isParked(key) && parked != null) {
      parked.take();
    } else if (timeline != null) {
      scheduledKey = timeline.next();
    }
  }

  private @Nullable SnapshotWalk timeline(ListingStart start) {
    if (!filter.takes(JobState.SCHEDULED)) {
      return null;
    }
    var end =
        filter.dueToMs() == Long.MAX_VALUE
            ? KeySpaces.timelineEnd()
            : KeySpaces.timelineFrom(filter.dueToMs());
    var walk = snapshot.index(end.get());
    scheduledKey = walk.seek(start.inTimeline());
    return walk;
  }

  private @Nullable ParkedMerge parked(ListingStart start) {
    if (!filter.takes(JobState.PARKED)) {
      return null;
    }
    var lanes =
        filter.topic() == null ? KeySpaces.parkedStart().get() : KeySpaces.lanesOf(filter.topic());
    var walk = snapshot.index(KeySpaces.after(lanes).get());
    return new ParkedMerge(walk, lanes, start, filter.dueToMs());
  }

  private static boolean startsWith(byte[] id, byte[] prefix) {
    return id.length >= prefix.length
        && Arrays.equals(id, 0, prefix.length, prefix, 0, prefix.length);
  }
}
