package io.delaygate.schemas.job;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One delivery of an acknowledged job, and how it went.
 *
 * @param number counted from 1, and from 1 again after a kick
 * @param deliveredMs when it was handed to its target, epoch milliseconds
 * @param reservedMs when a worker reserved it, epoch milliseconds; 0 if none did
 * @param endedMs when it ended, epoch milliseconds; 0 while it is under way
 * @param end how it ended; null while it is under way
 * @param failure what the worker said of it, at most {@value #FAILURE_BYTES} bytes of UTF-8; null
 *     if it said nothing
 */
public record Attempt(
    int number,
    long deliveredMs,
    long reservedMs,
    long endedMs,
    @Nullable AttemptEnd end,
    @Nullable String failure) {
  /** Enough for the class and the first words of an exception; twenty of them lie in each job. */
  public static final int FAILURE_BYTES = 256;

  static Attempt delivered(int number, long nowMs) {
    return new Attempt(number, nowMs, 0, 0, null, null);
  }

  Attempt reserved(long nowMs) {
    return new Attempt(number, deliveredMs, nowMs, 0, null, null);
  }

  Attempt ended(AttemptEnd how, @Nullable String text, long nowMs) {
    return new Attempt(
        number, deliveredMs, reservedMs, nowMs, how, text == null ? null : head(text));
  }

  /** As many whole characters of a text as are kept of a failure. */
  public static String head(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= FAILURE_BYTES) {
      return text;
    }
    var end = FAILURE_BYTES;
    while ((bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
