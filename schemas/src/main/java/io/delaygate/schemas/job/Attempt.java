package io.delaygate.schemas.job;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One delivery of an acknowledged job: when it was delivered, reserved and ended, how it ended, and
 * the worker's text about it.
 *
 * @param number counted from 1, and from 1 again after a kick
 * @param deliveredMs when it was handed to its target, epoch milliseconds
 * @param reservedMs when a worker reserved it, epoch milliseconds; 0 if it is not reserved
 * @param endedMs when it ended, epoch milliseconds; 0 while it is in progress
 * @param end how it ended; null while it is in progress
 * @param text what the worker reported: the failure, or a note on an attempt that is {@link
 *     AttemptEnd#FINISHED}; at most {@value #FAILURE_BYTES} bytes of UTF-8; null if it reported
 *     none
 */
public record Attempt(
    int number,
    long deliveredMs,
    long reservedMs,
    long endedMs,
    @Nullable AttemptEnd end,
    @Nullable String text) {
  /** Enough for the class and the first words of an exception; a job keeps up to twenty of them. */
  public static final int FAILURE_BYTES = 256;

  static Attempt delivered(int number, long nowMs) {
    return new Attempt(number, nowMs, 0, 0, null, null);
  }

  Attempt reserved(long nowMs) {
    return new Attempt(number, deliveredMs, nowMs, 0, null, null);
  }

  Attempt ended(AttemptEnd how, @Nullable String words, long nowMs) {
    return new Attempt(
        number, deliveredMs, reservedMs, nowMs, how, words == null ? null : head(words));
  }

  /** Text of the failure that the worker reported; null if it reported none. */
  public @Nullable String failure() {
    return end == AttemptEnd.FINISHED ? null : text;
  }

  /** Note of the worker on an attempt that is finished; null if it gave none. */
  public @Nullable String note() {
    return end == AttemptEnd.FINISHED ? text : null;
  }

  /** The beginning of a text that is kept, in whole characters. */
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
