package io.delaygate.schemas.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Parser of durations in short or ISO-8601 form: {@code 30s}, {@code 15m}, {@code 2h}, {@code 7d},
 * {@code PT30M}.
 */
public final class DurationText {
  private static final Pattern SHORT = Pattern.compile("(\\d{1,18})([smhd])");

  private DurationText() {}

  /**
   * Milliseconds, rounded up, so that nothing happens earlier than asked for. Negative for a
   * negative duration.
   *
   * @throws DateTimeException if the text has none of these forms
   * @throws ArithmeticException if the milliseconds do not fit a long
   */
  public static long ms(String text) {
    var matcher = SHORT.matcher(text);
    if (matcher.matches()) {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), unitMs(matcher.group(2)));
    }
    var duration = Duration.parse(text);
    // rounding up would turn the smallest negative durations into zero
    return duration.isNegative() ? -1 : duration.plusNanos(WhenParser.ROUND_UP_NANOS).toMillis();
  }

  private static long unitMs(String unit) {
    return switch (unit) {
      case "s" -> 1_000L;
      case "m" -> 60_000L;
      case "h" -> 3_600_000L;
      default -> 86_400_000L;
    };
  }
}
