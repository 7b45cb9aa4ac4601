package io.delaygate.gateway.lmstfy;

import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * Ids in the form of a ULID: 26 characters, the time in milliseconds and then chance. They are in
 * the order in which they are made, also within a millisecond, so that a queue hands out in that
 * order what is due together. The last four characters follow from the others, so that a queue that
 * is named after a job can be told from any other. Thread-safe.
 */
final class JobIds {
  static final int LENGTH = 26;

  /** Crockford's base 32. */
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private static final int TIME_DIGITS = 10;

  /** A name of 26 such characters is taken for an id of ours once in a million, if it is none. */
  private static final int CHECK_DIGITS = 4;

  private static final int BITS = 5;

  private static final int CHANCE_DIGITS = LENGTH - TIME_DIGITS - CHECK_DIGITS;

  /** Of the first id of a millisecond: half of the range is left to those that follow. */
  private static final int FIRST_BITS = BITS * CHANCE_DIGITS - 1;

  /** Of what an id is behind the one before it: nobody foretells the next. */
  private static final int STEP_BITS = 31;

  private final RandomGenerator random;
  private long lastMs = Long.MIN_VALUE;
  private long last;

  /** With that chance; 59 bits for each millisecond. */
  JobIds(RandomGenerator random) {
    this.random = random;
  }

  /**
   * A new id.
   *
   * @param nowMs epoch milliseconds; an id for an earlier time than the last one's follows that one
   */
  synchronized String next(long nowMs) {
    if (nowMs > lastMs) {
      lastMs = nowMs;
      last = random.nextLong() >>> (Long.SIZE - FIRST_BITS);
    } else {
      last += 1 + (random.nextLong() >>> (Long.SIZE - STEP_BITS));
    }
    var text = digits(lastMs, TIME_DIGITS) + digits(last, CHANCE_DIGITS);
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
