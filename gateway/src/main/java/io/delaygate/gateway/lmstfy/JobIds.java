package io.delaygate.gateway.lmstfy;

import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * Ids in the form of a ULID: 26 characters, the time in milliseconds and then chance, in order of
 * time. The last four characters follow from the others, so that a queue that is named after a job
 * can be told from any other. Thread-safe.
 */
final class JobIds {
  static final int LENGTH = 26;

  /** Crockford's base 32. */
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private static final int TIME_DIGITS = 10;

  /** A name of 26 such characters is taken for an id of ours once in a million, if it is none. */
  private static final int CHECK_DIGITS = 4;

  private static final int BITS = 5;

  private final RandomGenerator random;

  /** With that chance; 60 bits for each millisecond. */
  JobIds(RandomGenerator random) {
    this.random = random;
  }

  /** A new id. */
  String next(long nowMs) {
    var chance = LENGTH - TIME_DIGITS - CHECK_DIGITS;
    var text = digits(nowMs, TIME_DIGITS) + digits(random.nextLong(), chance);
    return text + check(text);
  }

  /** Whether that was made so, by any gateway. */
  static boolean isOne(String text) {
    if (text.length() != LENGTH) {
      return false;
    }
    var end = LENGTH - CHECK_DIGITS;
    return check(text.substring(0, end)).equals(text.substring(end));
  }

  /** When that was made, epoch milliseconds; it must be one. */
  static long madeMs(String text) {
    var ms = 0L;
    for (var i = 0; i < TIME_DIGITS; i++) {
      ms = ms << BITS | DIGITS.indexOf(text.charAt(i));
    }
    return ms;
  }

  private static String check(String text) {
    var sum = new CRC32();
    for (var i = 0; i < text.length(); i++) {
      sum.update(text.charAt(i));
    }
    return digits(sum.getValue(), CHECK_DIGITS);
  }

  /** The lowest bits, so many digits of them. */
  private static String digits(long number, int count) {
    var text = new char[count];
    for (var i = count - 1; i >= 0; i--) {
      text[i] = DIGITS.charAt((int) (number & (DIGITS.length() - 1)));
      number >>>= BITS;
    }
    return new String(text);
  }
}
