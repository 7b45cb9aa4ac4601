package io.delaygate.gateway.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Codec of opaque cursors: a position in ASCII, bound to the filter of its call by a digest over
 * both, so that a cursor of another filter or a damaged one is detected. It is not secret and
 * grants no rights, so it needs no key, and every gateway understands it.
 */
public final class FilterCursor {
  /** 96 bits: another filter does not match by accident. */
  private static final int DIGEST_BYTES = 12;

  private FilterCursor() {}

  /**
   * The cursor of a position.
   *
   * @param filter text that differs from that of every other filter
   */
  public static String encode(String filter, String position) {
    var place = position.getBytes(StandardCharsets.US_ASCII);
    var bytes = Arrays.copyOf(digest(filter, position), DIGEST_BYTES + place.length);
    System.arraycopy(place, 0, bytes, DIGEST_BYTES, place.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The position of a cursor; empty if the cursor does not belong to this filter. */
  public static Optional<String> decode(String filter, String cursor) {
    try {
      var bytes = Base64.getUrlDecoder().decode(cursor);
      if (bytes.length <= DIGEST_BYTES) {
        return Optional.empty();
      }
      var position =
          new String(bytes, DIGEST_BYTES, bytes.length - DIGEST_BYTES, StandardCharsets.US_ASCII);
      return Optional.of(position)
          .filter(it -> Arrays.equals(digest(filter, it), Arrays.copyOf(bytes, DIGEST_BYTES)));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  private static byte[] digest(String filter, String position) {
    try {
      var text = (filter + "\n" + position).getBytes(StandardCharsets.UTF_8);
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(text), DIGEST_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
