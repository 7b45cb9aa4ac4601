package io.delaygate.schemas.command;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of absolute times, the years 2001 to 9999. A time beyond them is a mistake of the unit:
 * seconds that are taken for milliseconds lie in 1970, microseconds and nanoseconds far beyond
 * 9999.
 */
public final class TimeBounds {
  /** 2001-01-01T00:00:00Z, epoch milliseconds. */
  public static final long EARLIEST_MS = 978_307_200_000L;

  /** The last millisecond of the year 9999 in UTC. */
  public static final long LATEST_MS = 253_402_300_799_999L;

  /** 2101-01-01T00:00:00Z: a later time was hardly meant in another unit. */
  private static final long LATEST_GUESS_MS = 4_133_980_800_000L;

  private static final long THOUSAND = 1_000;

  private static final String EXPECTED =
      "a time from 2001 to 9999 is expected, a number in milliseconds since 1970";

  private TimeBounds() {}

  /**
   * Reason why a time is not accepted, with a guess of what was meant; empty if it is within the
   * bounds.
   *
   * @param given the time as the sender wrote it
   * @param relative name of the header or field that gives the same time relative to now; null if
   *     there is none
   */
  public static Optional<String> fault(String given, long epochMs, @Nullable String relative) {
    if (epochMs < EARLIEST_MS) {
      return Optional.of(
          "'%s' is a time before 2001, %s; %s"
              .formatted(given, Instant.ofEpochMilli(epochMs), guessBefore(epochMs, relative)));
    }
    if (epochMs > LATEST_MS) {
      return Optional.of(
          "'%s' is a time after the year 9999; %s".formatted(given, guessAfter(epochMs)));
    }
    return Optional.empty();
  }

  private static String guessBefore(long epochMs, @Nullable String relative) {
    if (epochMs >= EARLIEST_MS / THOUSAND && epochMs < LATEST_GUESS_MS / THOUSAND) {
      return "seconds were probably taken for milliseconds: "
          + meant(Math.multiplyExact(epochMs, THOUSAND));
    }
    return relative == null
        ? EXPECTED
        : EXPECTED + ", and a delay from now is given by '%s'".formatted(relative);
  }

  private static String guessAfter(long epochMs) {
    var ofMicros = epochMs / THOUSAND;
    if (ofMicros >= EARLIEST_MS && ofMicros < LATEST_GUESS_MS) {
      return "microseconds were probably taken for milliseconds: " + meant(ofMicros);
    }
    var ofNanos = ofMicros / THOUSAND;
    return ofNanos >= EARLIEST_MS && ofNanos < LATEST_GUESS_MS
        ? "nanoseconds were probably taken for milliseconds: " + meant(ofNanos)
        : EXPECTED;
  }

  private static String meant(long epochMs) {
    return "%d is %s".formatted(epochMs, Instant.ofEpochMilli(epochMs));
  }
}
