package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobCodec;
import io.delaygate.schemas.job.JobState;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of a snapshot in {@link DuePosition} order, those of the timeline and those of lanes
 * together. Time range, state, and the topic of those in lanes decide which keys are looked at; id
 * prefix, and the topic and state of those in the timeline, decide about a key that was looked at.
 * Only a job that is wanted is decoded.
 *
 * <p>For one thread at a time. Ends with its snapshot.
 */
public final class DueListing {
  private static final Set<JobState> IN_TIMELINE =
      EnumSet.of(JobState.SCHEDULED, JobState.READY, JobState.RESERVED);

  private final JobSnapshot snapshot;
  private final JobFilter filter;
  private final byte[] idPrefix;
  private final byte @Nullable [] topic;
  private final @Nullable SnapshotWalk timeline;
  private final @Nullable LaneMerge lanes;
  private byte @Nullable [] timelineKey;

  DueListing(JobSnapshot snapshot, JobFilter filter, ListingStart start) {
    this.snapshot = snapshot;
    this.filter = filter;
    this.idPrefix = filter.idPrefix().getBytes(UTF_8);
    this.topic = filter.topic() == null ? null : filter.topic().getBytes(UTF_8);
    this.timeline = timeline(start);
    this.lanes = lanes(start);
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
        && filter.takes(JobCodec.state(stored))
        && (topic == null || Arrays.equals(topic, JobCodec.targetTopic(stored)));
  }

  private byte @Nullable [] firstKey() {
    var inLane = lanes == null ? null : lanes.peek();
    if (inLane == null || timelineKey == null) {
      return inLane == null ? timelineKey : inLane;
    }
    var laneFirst = KeySpaces.position(inLane).compareTo(KeySpaces.position(timelineKey)) < 0;
    return laneFirst ? inLane : timelineKey;
  }

  private void step(byte[] key) {
    if (KeySpaces.isInLane(key) && lanes != null) {
      lanes.take();
    } else if (timeline != null) {
      timelineKey = timeline.next();
    }
  }

  private @Nullable SnapshotWalk timeline(ListingStart start) {
    if (IN_TIMELINE.stream().noneMatch(filter::takes)) {
      return null;
    }
    var end =
        filter.dueToMs() == Long.MAX_VALUE
            ? KeySpaces.timelineEnd()
            : KeySpaces.timelineFrom(filter.dueToMs());
    var walk = snapshot.index(end.get());
    timelineKey = walk.seek(start.inTimeline());
    return walk;
  }

  private @Nullable LaneMerge lanes(ListingStart start) {
    if (!filter.takes(JobState.PARKED) && !filter.takes(JobState.DEAD)) {
      return null;
    }
    var space = filter.takes(JobState.DEAD) ? KeySpaces.DEAD : KeySpaces.PARKED;
    var prefix =
        filter.topic() == null ? KeySpaces.space(space) : KeySpaces.lanesOf(space, filter.topic());
    var walk = snapshot.index(KeySpaces.after(prefix).get());
    return new LaneMerge(walk, prefix, start, filter.dueToMs());
  }

  private static boolean startsWith(byte[] id, byte[] prefix) {
    return id.length >= prefix.length
        && Arrays.equals(id, 0, prefix.length, prefix, 0, prefix.length);
  }
}
