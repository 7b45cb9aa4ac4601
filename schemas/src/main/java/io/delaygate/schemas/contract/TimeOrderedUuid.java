package io.delaygate.schemas.contract;

import java.util.UUID;

/**
 * UUIDs that begin with the time at which they were made: version 7 of RFC 9562. Stores keep jobs
 * in order of their ids, so jobs that come together, and as a rule are due together, are neighbours
 * there, and one block is read for a dozen of them.
 */
public final class TimeOrderedUuid {
  private static final int TIME_SHIFT = 16;
  private static final long VERSION = 0x7000;
  private static final long RANDOM = 0x0FFF;

  private TimeOrderedUuid() {}

  /**
   * A new one, with 74 bits from a secure source. Thread-safe.
   *
   * @param nowMs epoch milliseconds, not negative
   */
  public static UUID at(long nowMs) {
    var chance = UUID.randomUUID();
    var high = nowMs << TIME_SHIFT | VERSION | (chance.getMostSignificantBits() & RANDOM);
    return new UUID(high, chance.getLeastSignificantBits());
  }
}
