package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.JobTimes;
import java.time.DateTimeException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the four time headers, of which exactly one sets a job's due time, and of the expiry.
 */
final class WhenParser {
  /** Times are kept in whole milliseconds; rounding down would deliver early. */
  static final long ROUND_UP_NANOS = 999_999;

  private WhenParser() {}

  static When required(ControlHeaders headers, long baseMs) {
    var when = optional(headers, baseMs);
    if (when == null) {
      throw new RefusalException(
          ReasonCode.TIME_MISSING,
          "one of delay, delay-ms, delay-due and delay-due-ms must be given");
    }
    return when;
  }

  static @Nullable When optional(ControlHeaders headers, long baseMs) {
    var given =
        Arrays.stream(DelayHeader.values()).filter(h -> h.isTime() && headers.has(h)).toList();
    if (given.isEmpty()) {
      return null;
    }
    if (given.size() > 1) {
      throw new RefusalException(
          ReasonCode.TIME_AMBIGUOUS,
          given.get(1),
          "'%s' and '%s' cannot be given together; use one of them",
          given.get(0).headerName(),
          given.get(1).headerName());
    }
    var header = given.get(0);
    var text = headers.text(header);
    return inRange(header, text == null ? "" : text, baseMs);
  }

  /**
   * Expiry of the job, epoch milliseconds; {@link JobTimes#NEVER} when no header sets one, or a TTL
   * one after the year 9999, which has no form in RFC 3339. A job that could never be delivered is
   * refused.
   */
  static long expiresMs(ControlHeaders headers, long dueMs, long baseMs) {
    var absolute = headers.has(DelayHeader.EXPIRES_MS);
    if (absolute && headers.has(DelayHeader.TTL_MS)) {
      throw new RefusalException(
          ReasonCode.TIME_AMBIGUOUS,
          DelayHeader.TTL_MS,
          "'delay-expires-ms' and 'delay-ttl-ms' cannot be given together; use one of them");
    }
    var header = absolute ? DelayHeader.EXPIRES_MS : DelayHeader.TTL_MS;
    var text = headers.text(header);
    if (text == null) {
      return JobTimes.NEVER;
    }
    var expiresMs = absolute ? expiryMs(header, text) : saturated(baseMs, durationMs(header, text));
    if (expiresMs < dueMs) {
      throw new RefusalException(
          ReasonCode.TIME_INVALID,
          header,
          "the job would expire before it is due; use a later expiry or an earlier due time");
    }
    return expiresMs > TimeBounds.LATEST_MS ? JobTimes.NEVER : expiresMs;
  }

  private static long expiryMs(DelayHeader header, String text) {
    var ms = millis(header, text);
    if (ms != JobTimes.NEVER) {
      checkBounds(header, text, ms, DelayHeader.TTL_MS);
    }
    return ms;
  }

  private static long durationMs(DelayHeader header, String text) {
    var ms = millis(header, text);
    if (ms < 0) {
      throw new RefusalException(
          ReasonCode.TIME_INVALID, header, "a time or delay must not be negative");
    }
    return ms;
  }

  private static long millis(DelayHeader header, String text) {
    try {
      return WholeNumber.parse(text);
    } catch (NumberFormatException notANumber) {
      throw new RefusalException(
          ReasonCode.TIME_INVALID,
          header,
          "'%s' is not valid; use a whole number of milliseconds",
          text);
    }
  }

  /** A time of 1970 would be over at once, and one of the year 50,000 never come. */
  private static void checkBounds(
      DelayHeader header, String text, long epochMs, DelayHeader relative) {
    TimeBounds.fault(text, epochMs, relative.headerName())
        .ifPresent(
            why -> {
              throw new RefusalException(ReasonCode.TIME_INVALID, header, "%s", why);
            });
  }

  private static long saturated(long baseMs, long moreMs) {
    return moreMs > Long.MAX_VALUE - Math.max(0, baseMs) ? JobTimes.NEVER : baseMs + moreMs;
  }

  private static When read(DelayHeader header, String text) {
    try {
      return switch (header) {
        case DUE_MS -> new When.At(millis(header, text));
        case DUE -> new When.At(TimeText.parse(text).plusNanos(ROUND_UP_NANOS).toEpochMilli());
        case DELAY_MS -> new When.After(durationMs(header, text));
        default -> new When.After(DurationText.ms(text));
      };
    } catch (DateTimeException | ArithmeticException unreadable) {
      throw new RefusalException(
          ReasonCode.TIME_INVALID,
          header,
          "'%s' is not a valid %s%s",
          text,
          header.headerName(),
          header == DelayHeader.DUE
              ? ": " + unreadable.getMessage()
              : "; use a form like 30s or PT30M");
    }
  }

  private static When inRange(DelayHeader header, String text, long baseMs) {
    var when = read(header, text);
    if (when instanceof When.At at) {
      checkBounds(header, text, at.epochMs(), DelayHeader.DELAY_MS);
    } else if (((When.After) when).delayMs() < 0) {
      throw new RefusalException(
          ReasonCode.TIME_INVALID, header, "a time or delay must not be negative");
    }
    var most = Limits.DELAY.toMillis();
    // added, not subtracted: a record without timestamp has base -1, and the latest due minus that
    // overflows
    var tooFar =
        when instanceof When.At at
            ? at.epochMs() > baseMs + most
            : ((When.After) when).delayMs() > most;
    if (tooFar) {
      throw new RefusalException(
          ReasonCode.TIME_OUT_OF_RANGE,
          header,
          "the due time must be at most %d days ahead",
          Limits.DELAY.toDays());
    }
    return when;
  }
}
