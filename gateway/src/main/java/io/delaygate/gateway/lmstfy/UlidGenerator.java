package io.delaygate.gateway.lmstfy;

import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * Generator of job ids in the form of a ULID: 26 characters, the time in milliseconds and then
 * random digits. Ids are in the order of their creation, also within a millisecond, so that a queue
 * dispatches jobs that are due together in that order. The last four characters are a checksum, so
 * that a queue that is named after a job can be told from any other. Thread-safe.
 */
final class UlidGenerator {
  static final int LENGTH = 26;

  /** Crockford's base 32. */
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private static final int TIME_DIGITS = 10;

  /** A random name of 26 such characters passes as an id once in a million. */
  private static final int CHECK_DIGITS = 4;

  private static final int BITS = 5;

  private static final int CHANCE_DIGITS = LENGTH - TIME_DIGITS - CHECK_DIGITS;

  /**
   * Random bits of the first id of a millisecond: half of the range is left for the ids after it.
   */
  private static final int FIRST_BITS = BITS * CHANCE_DIGITS - 1;

  /** Random bits of the step from one id to the next, so that the next id cannot be guessed. */
  private static final int STEP_BITS = 31;

  private final RandomGenerator random;
  private long lastMs = Long.MIN_VALUE;
  private long last;

  /** Creates a generator with 59 random bits for each millisecond. */
  UlidGenerator(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Returns a new id.
   *
   * @param nowMs epoch milliseconds; if it is before the last id's time, the new id follows the
   *     last one
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

  /** Whether the text is an id that a generator like this one made, on any gateway. */
  static boolean isOne(String text) {
    if (text.length() != LENGTH) {
      return false;
    }
    var end = LENGTH - CHECK_DIGITS;
    return check(text.substring(0, end)).equals(text.substring(end));
  }

  /** Creation time of an id, epoch milliseconds; the text must be a valid id. */
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

  /** The lowest bits of a number as that many digits. */
  private static String digits(long number, int count) {
    var text = new char[count];
    for (var i = count - 1; i >= 0; i--) {
      text[i] = DIGITS.charAt((int) (number & (DIGITS.length() - 1)));
      number >>>= BITS;
    }
    return new String(text);
  }
}
