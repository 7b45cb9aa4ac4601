package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Job;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where parked jobs wait that can be released together, or dead ones lie: those of one topic and
 * priority that name the same partition, or none. Ordered by priority first.
 */
public final class Lane implements Comparable<Lane> {
  private final byte[] prefix;

  Lane(byte[] prefix) {
    this.prefix = prefix;
  }

  /** Where a job waits while it is parked. */
  static Lane ofParked(Job job) {
    return of(KeySpaces.PARKED, job);
  }

  /** Where a job lies when it is dead. */
  static Lane ofDead(Job job) {
    return of(KeySpaces.DEAD, job);
  }

  private static Lane of(byte space, Job job) {
    var target = job.target();
    var partition = target.partition();
    return new Lane(
        KeySpaces.lane(
            space,
            target.topic().getBytes(StandardCharsets.UTF_8),
            partition == null ? 0 : partition + 1,
            job.policy().priority()));
  }

  /** The target's topic. */
  public String topic() {
    return KeySpaces.topicOf(prefix);
  }

  byte[] prefix() {
    return prefix;
  }

  @Override
  public int compareTo(Lane other) {
    var byPriority = Integer.compare(KeySpaces.priority(prefix), KeySpaces.priority(other.prefix));
    return byPriority == 0 ? Arrays.compareUnsigned(prefix, other.prefix) : byPriority;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Lane lane && Arrays.equals(prefix, lane.prefix);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(prefix);
  }

  @Override
  public String toString() {
    return "lane of " + topic();
  }
}
