package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bucket of parked jobs that can be released together, or of dead ones: those of one topic and
 * priority that wait for the same partition, for any, or for their turn. Ordered by priority first.
 */
public final class ParkingBucket implements Comparable<ParkingBucket> {
  private final byte[] prefix;

  ParkingBucket(byte[] prefix) {
    this.prefix = prefix;
  }

  /** The bucket of a parked job. */
  static ParkingBucket ofParked(Job job) {
    if (job.isWaitingForTurn()) {
      return of(KeySpaces.PARKED, job, KeySpaces.TURN);
    }
    var waiting = job.waiting();
    var chosen = waiting == null ? null : waiting.partition();
    return of(KeySpaces.PARKED, job, plusOne(chosen == null ? job.target().partition() : chosen));
  }

  /** The bucket of a dead job. */
  static ParkingBucket ofDead(Job job) {
    return of(KeySpaces.DEAD, job, plusOne(job.target().partition()));
  }

  private static int plusOne(@Nullable Integer partition) {
    return partition == null ? 0 : partition + 1;
  }

  private static ParkingBucket of(byte space, Job job, int partitionPlusOne) {
    var target = job.target();
    return new ParkingBucket(
        KeySpaces.bucket(
            space,
            target.topic().getBytes(StandardCharsets.UTF_8),
            partitionPlusOne,
            job.policy().priority()));
  }

  /** The target's topic. */
  public String topic() {
    return KeySpaces.topicOf(prefix);
  }

  /** Whether its jobs wait for their turn, and so not for the target. */
  boolean isOfTurns() {
    return KeySpaces.partitionPlusOne(prefix) == KeySpaces.TURN;
  }

  /** Whether a job waits here. */
  public boolean holds(Job job) {
    return job.state() == JobState.PARKED && equals(ofParked(job));
  }

  byte[] prefix() {
    return prefix;
  }

  @Override
  public int compareTo(ParkingBucket other) {
    var byPriority = Integer.compare(KeySpaces.priority(prefix), KeySpaces.priority(other.prefix));
    return byPriority == 0 ? Arrays.compareUnsigned(prefix, other.prefix) : byPriority;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParkingBucket bucket && Arrays.equals(prefix, bucket.prefix);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(prefix);
  }

  @Override
  public String toString() {
    return "bucket of " + topic();
  }
}
