package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Opaque cursor of a redrive: the letters that are left. It is bound to its filter by a digest, so
 * that no call goes on with another filter by mistake. It grants no rights.
 *
 * @param left range of offsets by partition; partitions that are done are missing
 */
record RedriveCursor(Map<Integer, Range> left) {
  /** Enough for the partitions that a topic may have; a limit for hostile cursors. */
  private static final int CHARS_MAX = 512 * 1024;

  private static final Pattern TEXT = Pattern.compile("r1(,\\d{1,9}:\\d{1,18}:\\d{1,18})+");

  private static final String BEGIN = "r1,";

  /** 96 bits: another filter does not match by accident. */
  private static final int DIGEST_BYTES = 12;

  /**
   * Part of a partition.
   *
   * @param end the offset behind it: the end of the topic when the redrive began, so that what a
   *     redrive has rejected again is not redriven without an end
   */
  record Range(long next, long end) {}

  /** The text of the cursor. */
  String text(RejectedFilter filter) {
    var text =
        left.entrySet().stream()
            .map(each -> part(each.getKey(), each.getValue()))
            .collect(Collectors.joining(",", BEGIN, ""));
    var place = text.getBytes(StandardCharsets.US_ASCII);
    var bytes = Arrays.copyOf(digest(filter, text), DIGEST_BYTES + place.length);
    System.arraycopy(place, 0, bytes, DIGEST_BYTES, place.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String part(int partition, Range range) {
    return "%d:%d:%d".formatted(partition, range.next(), range.end());
  }

  /**
   * Reads a cursor.
   *
   * @throws ProblemException {@code CURSOR_INVALID} when it does not belong to this filter
   */
  static RedriveCursor read(String cursor, RejectedFilter filter) {
    var bytes = decoded(cursor);
    var isLong = bytes.length > DIGEST_BYTES;
    var text =
        isLong
            ? new String(
                bytes, DIGEST_BYTES, bytes.length - DIGEST_BYTES, StandardCharsets.US_ASCII)
            : "";
    if (!TEXT.matcher(text).matches()
        || !Arrays.equals(digest(filter, text), Arrays.copyOf(bytes, DIGEST_BYTES))) {
      throw ProblemException.at(
          "cursor",
          ReasonCode.CURSOR_INVALID,
          "the cursor does not belong to a redrive with this filter; begin without one");
    }
    var left = new TreeMap<Integer, Range>();
    for (var part : text.substring(BEGIN.length()).split(",", -1)) {
      var numbers = part.split(":", -1);
      left.put(
          Integer.valueOf(numbers[0]),
          new Range(Long.parseLong(numbers[1]), Long.parseLong(numbers[2])));
    }
    return new RedriveCursor(left);
  }

  private static byte[] decoded(String cursor) {
    try {
      return cursor.length() > CHARS_MAX ? new byte[0] : Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException notBase64) {
      return new byte[0];
    }
  }

  private static byte[] digest(RejectedFilter filter, String text) {
    try {
      var all = (filter.text() + "\n" + text).getBytes(StandardCharsets.UTF_8);
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(all), DIGEST_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
