package io.delaygate.gateway.health;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Wording of numbers and times in sentences. */
final class Quantity {
  private static final double PERCENT = 100;

  private Quantity() {}

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String share(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f %%", PERCENT * part / whole);
  }

  /** The two largest units of a duration. */
  static String duration(long ms) {
    var time = Duration.ofMillis(ms);
    if (time.toDays() > 0) {
      return two(time.toDays(), "d", time.toHoursPart(), "h");
    }
    if (time.toHours() > 0) {
      return two(time.toHours(), "h", time.toMinutesPart(), "min");
    }
    if (time.toMinutes() > 0) {
      return two(time.toMinutes(), "min", time.toSecondsPart(), "s");
    }
    return two(time.toSeconds(), "s", time.toMillisPart(), "ms");
  }

  private static String two(long larger, String unit, long smaller, String itsUnit) {
    var first = larger == 0 ? "" : larger + " " + unit;
    var second = smaller == 0 && larger > 0 ? "" : smaller + " " + itsUnit;
    return (first + " " + second).strip();
  }

  /** A moment in UTC, to the second. */
  static String moment(long epochMs) {
    return Instant.ofEpochMilli(epochMs).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
