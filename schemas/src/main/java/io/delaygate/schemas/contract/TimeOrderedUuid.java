package io.delaygate.schemas.contract;

import java.util.UUID;

/**
 * Generator of time-ordered UUIDs: version 7 of RFC 9562. Stores keep jobs in the order of their
 * ids. Jobs that are scheduled together are usually due together, so they lie side by side, and one
 * block read serves a dozen of them.
 */
public final class TimeOrderedUuid {
  private static final int TIME_SHIFT = 16;
  private static final long VERSION = 0x7000;
  private static final long RANDOM = 0x0FFF;

  private TimeOrderedUuid() {}

  /**
   * A new UUID, with 74 bits from a secure source. Thread-safe.
   *
   * @param nowMs epoch milliseconds, not negative
   */
  public static UUID at(long nowMs) {
    var chance = UUID.randomUUID();
    var high = nowMs << TIME_SHIFT | VERSION | (chance.getMostSignificantBits() & RANDOM);
    return new UUID(high, chance.getLeastSignificantBits());
  }
}
