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
      "use a time from 2001 to 9999, in milliseconds since 1970 if it is a number";

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
          "'%s' is before 2001: it means %s; %s"
              .formatted(given, Instant.ofEpochMilli(epochMs), guessBefore(epochMs, relative)));
    }
    if (epochMs > LATEST_MS) {
      return Optional.of("'%s' is after the year 9999; %s".formatted(given, guessAfter(epochMs)));
    }
    return Optional.empty();
  }

  private static String guessBefore(long epochMs, @Nullable String relative) {
    if (epochMs >= EARLIEST_MS / THOUSAND && epochMs < LATEST_GUESS_MS / THOUSAND) {
      return "it was probably given in seconds instead of milliseconds: "
          + meant(Math.multiplyExact(epochMs, THOUSAND));
    }
    return relative == null
        ? EXPECTED
        : EXPECTED + ", or '%s' for a delay from now".formatted(relative);
  }

  private static String guessAfter(long epochMs) {
    var ofMicros = epochMs / THOUSAND;
    if (ofMicros >= EARLIEST_MS && ofMicros < LATEST_GUESS_MS) {
      return "it was probably given in microseconds instead of milliseconds: " + meant(ofMicros);
    }
    var ofNanos = ofMicros / THOUSAND;
    return ofNanos >= EARLIEST_MS && ofNanos < LATEST_GUESS_MS
        ? "it was probably given in nanoseconds instead of milliseconds: " + meant(ofNanos)
        : EXPECTED;
  }

  private static String meant(long epochMs) {
    return "%d is %s".formatted(epochMs, Instant.ofEpochMilli(epochMs));
  }
}
