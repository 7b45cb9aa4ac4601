package io.delaygate.scheduler.store;

import io.delaygate.schemas.job.Target;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where parked jobs wait that can be released together: those of one topic that name the same
 * partition, or none.
 */
public final class ParkingLane {
  private final byte[] prefix;

  ParkingLane(byte[] prefix) {
    this.prefix = prefix;
  }

  /** The lane of a target. */
  public static ParkingLane of(Target target) {
    var partition = target.partition();
    return new ParkingLane(
        KeySpaces.lane(
            target.topic().getBytes(StandardCharsets.UTF_8),
            partition == null ? 0 : partition + 1));
  }

  byte[] prefix() {
    return prefix;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParkingLane lane && Arrays.equals(prefix, lane.prefix);
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
