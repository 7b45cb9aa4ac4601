package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import io.delaygate.service.query.QueryPath;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Opaque cursor of a listing: a {@link DuePosition}, bound to its filter by a digest over both, so
 * that a cursor of another listing or a damaged one is detected. It is not secret and grants
 * nothing, so it needs no key, and every gateway understands it.
 */
public final class ListingCursor {
  /** 96 bits: another filter does not match by accident. */
  private static final int DIGEST_BYTES = 12;

  private ListingCursor() {}

  /** Returns the cursor for the jobs behind the position. */
  public static String of(JobFilter filter, DuePosition after) {
    var position = after.text().getBytes(StandardCharsets.US_ASCII);
    var digest = digest(filter, after.text());
    var bytes = Arrays.copyOf(digest, DIGEST_BYTES + position.length);
    System.arraycopy(position, 0, bytes, DIGEST_BYTES, position.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Reads a cursor.
   *
   * @throws ProblemException {@code CURSOR_INVALID} when it does not belong to this filter
   */
  public static DuePosition read(String cursor, JobFilter filter) {
    return decoded(cursor, filter)
        .orElseThrow(
            () ->
                ProblemException.at(
                    "cursor",
                    ReasonCode.CURSOR_INVALID,
                    "the cursor is none of a listing with this filter; begin without one"));
  }

  private static Optional<DuePosition> decoded(String cursor, JobFilter filter) {
    try {
      var bytes = Base64.getUrlDecoder().decode(cursor);
      if (bytes.length <= DIGEST_BYTES) {
        return Optional.empty();
      }
      var text =
          new String(bytes, DIGEST_BYTES, bytes.length - DIGEST_BYTES, StandardCharsets.US_ASCII);
      var fits = Arrays.equals(digest(filter, text), Arrays.copyOf(bytes, DIGEST_BYTES));
      return fits ? DuePosition.parse(text) : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  private static byte[] digest(JobFilter filter, String position) {
    try {
      var text = filter.addTo(QueryPath.of("")) + "\n" + position;
      var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Arrays.copyOf(hash, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
