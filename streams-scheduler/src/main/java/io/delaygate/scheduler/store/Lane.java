package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Target;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where parked jobs wait that can be released together, or dead ones lie: those of one topic that
 * name the same partition, or none.
 */
public final class Lane {
  private final byte[] prefix;

  Lane(byte[] prefix) {
    this.prefix = prefix;
  }

  /** Where the parked jobs of a target wait. */
  public static Lane ofParked(Target target) {
    return of(KeySpaces.PARKED, target);
  }

  static Lane ofDead(Target target) {
    return of(KeySpaces.DEAD, target);
  }

  private static Lane of(byte space, Target target) {
    var partition = target.partition();
    return new Lane(
        KeySpaces.lane(
            space,
            target.topic().getBytes(StandardCharsets.UTF_8),
            partition == null ? 0 : partition + 1));
  }

  byte[] prefix() {
    return prefix;
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
    return "lane of " + KeySpaces.topicOf(prefix);
  }
}
