package io.delaygate.service.query;

import io.delaygate.schemas.contract.JobId;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Position in the order in which jobs are listed: due time, then priority, then the bytes of the
 * id, unsigned. Delivered jobs are ordered by the end of their lease, and dead ones by the time of
 * their death. No two jobs have the same position.
 *
 * @param dueMs epoch milliseconds, not negative
 * @param priority 0 is first, 9 last
 * @param id UTF-8
 */
public record DuePosition(long dueMs, int priority, byte[] id)
    implements ListPosition, Comparable<DuePosition> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,19})\\.(\\d)\\.([A-Za-z0-9_-]+)");

  /** Parses {@link #text}; empty when it is not valid. */
  public static Optional<DuePosition> parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      var dueMs = Long.parseLong(parts.group(1));
      var priority = Integer.parseInt(parts.group(2));
      var id = Base64.getUrlDecoder().decode(parts.group(3));
      return JobId.parse(id).map(known -> new DuePosition(dueMs, priority, id));
    } catch (IllegalArgumentException tooLargeOrNotBase64) {
      return Optional.empty();
    }
  }

  /** The position as {@code <dueMs>.<priority>.<id in base64url without padding>}. */
  @Override
  public String text() {
    return dueMs
        + "."
        + priority
        + "."
        + Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  @Override
  public int compareTo(DuePosition other) {
    if (dueMs != other.dueMs) {
      return Long.compare(dueMs, other.dueMs);
    }
    return priority == other.priority
        ? Arrays.compareUnsigned(id, other.id)
        : Integer.compare(priority, other.priority);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DuePosition position && compareTo(position) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(id) * 31 + Long.hashCode(dueMs);
  }
}
