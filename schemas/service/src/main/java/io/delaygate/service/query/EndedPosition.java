package io.delaygate.service.query;

import io.delaygate.schemas.contract.JobId;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Position in the order in which ended jobs are listed: the latest end first, and of one
 * millisecond the greatest id first, by its bytes, unsigned. It is the order of their keys in the
 * store, backwards. No two jobs have the same position.
 *
 * @param endedMs epoch milliseconds, not negative
 * @param id UTF-8
 */
public record EndedPosition(long endedMs, byte[] id)
    implements ListPosition, Comparable<EndedPosition> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,19})\\.([A-Za-z0-9_-]+)");

  /** Parses {@link #text}; empty when it is not valid. */
  public static Optional<EndedPosition> parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      var endedMs = Long.parseLong(parts.group(1));
      var id = Base64.getUrlDecoder().decode(parts.group(2));
      return JobId.parse(id).map(known -> new EndedPosition(endedMs, id));
    } catch (IllegalArgumentException tooLargeOrNotBase64) {
      return Optional.empty();
    }
  }

  /** The position as {@code <endedMs>.<id in base64url without padding>}. */
  @Override
  public String text() {
    return endedMs + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  @Override
  public int compareTo(EndedPosition other) {
    return endedMs == other.endedMs
        ? Arrays.compareUnsigned(other.id, id)
        : Long.compare(other.endedMs, endedMs);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EndedPosition position && compareTo(position) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(id) * 31 + Long.hashCode(endedMs);
  }
}
