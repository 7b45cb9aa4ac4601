package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Policy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Position in the order of jobs: due time, then priority, then the id's bytes, unsigned. Delivered
 * jobs are ordered by the end of their lease, and dead ones by the time of their death. The order
 * is that of the schedulers' stores, so that sorted answers can be merged.
 *
 * @param dueMs epoch milliseconds
 */
public record ListingPosition(long dueMs, int priority, String id)
    implements Comparable<ListingPosition> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,19})\\.(\\d)\\.([A-Za-z0-9_-]+)");

  private static final Comparator<ListingPosition> ORDER =
      Comparator.comparingLong(ListingPosition::dueMs)
          .thenComparingInt(ListingPosition::priority)
          .thenComparing(position -> position.bytes(), Arrays::compareUnsigned);

  /** The position of a job in a listing. */
  public static ListingPosition of(JsonNode job) {
    return new ListingPosition(
        job.path(job.has("diedMs") ? "diedMs" : job.has("leaseEndsMs") ? "leaseEndsMs" : "dueMs")
            .longValue(),
        job.path("priority").asInt(Policy.USUAL.priority()),
        job.path("id").textValue());
  }

  /** Parses {@link #text}; empty when it is not valid. */
  static Optional<ListingPosition> parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      var dueMs = Long.parseLong(parts.group(1));
      var id = JobId.parse(Base64.getUrlDecoder().decode(parts.group(3)));
      return id.map(
          known -> new ListingPosition(dueMs, parts.group(2).charAt(0) - '0', known.text()));
    } catch (IllegalArgumentException tooLargeOrNotBase64) {
      return Optional.empty();
    }
  }

  /** The position as the schedulers write it: {@code <dueMs>.<priority>.<base64url of the id>}. */
  String text() {
    var encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes());
    return dueMs + "." + priority + "." + encoded;
  }

  @Override
  public int compareTo(ListingPosition other) {
    return ORDER.compare(this, other);
  }

  private byte[] bytes() {
    return id.getBytes(StandardCharsets.UTF_8);
  }
}
