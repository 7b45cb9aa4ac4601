package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Formatter of points in time for people: as ISO-8601 in UTC, and relative to now. */
final class TimeFormatter {
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private final Clock clock;

  TimeFormatter(Clock clock) {
    this.clock = clock;
  }

  /** A field of epoch milliseconds as {@code 2030-01-31T08:00:00.000Z}; empty if it is missing. */
  static String iso(JsonNode ms) {
    return ms.isIntegralNumber() ? iso(ms.longValue()) : "";
  }

  static String iso(long ms) {
    return ISO.format(Instant.ofEpochMilli(ms));
  }

  /**
   * The distance from now as {@code in 29m 58s} or {@code 2h 3m ago}; empty if the field is
   * missing.
   */
  String away(JsonNode ms) {
    if (!ms.isIntegralNumber()) {
      return "";
    }
    var from = ms.longValue() - clock.millis();
    return from >= 0 ? "in " + span(from) : span(-from) + " ago";
  }

  /** Both forms; empty if the field is missing. */
  String both(JsonNode ms) {
    return ms.isIntegralNumber() ? iso(ms) + " (" + away(ms) + ")" : "";
  }

  /** The two largest units of a span, rounded down; below a minute with milliseconds. */
  static String span(long ms) {
    if (ms < MINUTE) {
      return ms < SECOND ? ms + "ms" : "%d.%03ds".formatted(ms / SECOND, ms % SECOND);
    }
    if (ms < HOUR) {
      return "%dm %ds".formatted(ms / MINUTE, ms % MINUTE / SECOND);
    }
    return ms < DAY
        ? "%dh %dm".formatted(ms / HOUR, ms % HOUR / MINUTE)
        : "%dd %dh".formatted(Duration.ofMillis(ms).toDays(), ms % DAY / HOUR);
  }
}
