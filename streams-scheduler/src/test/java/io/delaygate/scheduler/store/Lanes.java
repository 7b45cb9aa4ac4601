package io.delaygate.scheduler.store;

import java.nio.charset.StandardCharsets;

/** Lanes of parked jobs for tests of other packages. */
public final class Lanes {
  private Lanes() {}

  /** The lane of jobs that wait for any partition of a topic. */
  public static ParkingBucket parked(String topic, int priority) {
    var name = topic.getBytes(StandardCharsets.UTF_8);
    return new ParkingBucket(KeySpaces.lane(KeySpaces.PARKED, name, 0, priority));
  }
}
