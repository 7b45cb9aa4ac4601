package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.RetryPolicy;
import java.util.Optional;
import java.util.function.Function;

/** Readers of numbers and choices in control headers. */
final class HeaderValues {
  private HeaderValues() {}

  /** A whole number; the usual one when the header is absent. */
  static long whole(ControlHeaders headers, DelayHeader header, long from, long to, long usual) {
    var text = headers.text(header);
    if (text == null) {
      return usual;
    }
    try {
      var number = WholeNumber.parse(text);
      if (number >= from && number <= to) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // refused below, as numbers out of bounds are
    }
    throw new RefusalException(
        ReasonCode.HEADER_INVALID,
        header,
        "'%s' is not valid; use a whole number from %d to %d",
        text,
        from,
        to);
  }

  /** Number of attempts; the usual one when the header is absent. */
  static int maxAttempts(ControlHeaders headers, int usual) {
    var fewest = RetryPolicy.UNLIMITED;
    return (int) whole(headers, DelayHeader.MAX_ATTEMPTS, fewest, RetryPolicy.MOST_ATTEMPTS, usual);
  }

  /** Longest duration of an attempt, milliseconds; the usual one when the header is absent. */
  static long leaseMs(ControlHeaders headers, long usual) {
    var most = RetryPolicy.LONGEST_LEASE.toMillis();
    return whole(headers, DelayHeader.LEASE_MS, 1, most, usual);
  }

  /** A fraction from 0 to 1; the usual one when the header is absent. */
  static double fraction(ControlHeaders headers, DelayHeader header, double usual) {
    var text = headers.text(header);
    if (text == null) {
      return usual;
    }
    try {
      var number = Double.parseDouble(text);
      if (number >= 0 && number <= 1) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // refused below, as numbers out of bounds are
    }
    throw new RefusalException(
        ReasonCode.HEADER_INVALID, header, "'%s' is not valid; use a number from 0 to 1", text);
  }

  /**
   * One of several words; the usual choice when the header is absent.
   *
   * @param words the legal ones, for people
   */
  static <T> T choice(
      ControlHeaders headers,
      DelayHeader header,
      Function<String, Optional<T>> byText,
      T usual,
      String words) {
    var text = headers.text(header);
    return text == null
        ? usual
        : byText
            .apply(text)
            .orElseThrow(
                () ->
                    new RefusalException(
                        ReasonCode.HEADER_INVALID,
                        header,
                        "'%s' is not valid; use one of %s",
                        text,
                        words));
  }

  /** Whether the first of two words is given; the usual choice when the header is absent. */
  static boolean isFirst(
      ControlHeaders headers, DelayHeader header, String first, String second, boolean usual) {
    Function<String, Optional<Boolean>> byText =
        text -> Optional.of(text.equals(first)).filter(isFirst -> isFirst || text.equals(second));
    return choice(headers, header, byText, usual, first + ", " + second);
  }
}
