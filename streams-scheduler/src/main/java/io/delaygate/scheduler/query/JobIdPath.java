package io.delaygate.scheduler.query;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Job id in {@code /internal/v1/jobs/{id}}, taken from the raw path: what a server would decode or
 * resolve ({@code %2F}, {@code ..}, {@code ;}) may be part of an id.
 */
final class JobIdPath {
  static final String PREFIX = QueryPath.JOBS + "/";

  private JobIdPath() {}

  /**
   * Refuses a path without a valid id. Runs before routing, which fails on what it cannot decode.
   */
  static void check(Context context) {
    of(context);
  }

  static JobId of(Context context) {
    return decode(context.path().substring(PREFIX.length()))
        .orElseThrow(
            () ->
                QueryRefusal.notUnderstood(
                    "id: the path must end with a valid percent-encoded job id"));
  }

  /**
   * Decodes byte by byte, so that invalid UTF-8 is refused and not replaced; a plus stays a plus.
   */
  private static Optional<JobId> decode(String segment) {
    try {
      var octets =
          URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.ISO_8859_1)
              .getBytes(StandardCharsets.ISO_8859_1);
      return JobId.parse(octets);
    } catch (IllegalArgumentException notEncoded) {
      return Optional.empty();
    }
  }
}
