package io.delaygate.scheduler.store;

import java.nio.charset.StandardCharsets;

/** Factory of buckets of parked jobs for tests of other packages. */
public final class Buckets {
  private Buckets() {}

  /** The bucket of jobs that wait for any partition of a topic. */
  public static ParkingBucket parked(String topic, int priority) {
    var name = topic.getBytes(StandardCharsets.UTF_8);
    return new ParkingBucket(KeySpaces.bucket(KeySpaces.PARKED, name, 0, priority));
  }
}
