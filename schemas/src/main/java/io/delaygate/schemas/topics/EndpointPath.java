package io.delaygate.schemas.topics;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rule for the path of a job, which is appended to the base path of its endpoint: it is valid in an
 * HTTP request as it is, and cannot leave the base path.
 */
public final class EndpointPath {
  /** A quarter of the request line that common servers accept; the base path needs room, too. */
  public static final int PATH_BYTES = 1_024;

  /** RFC 3986: the characters of a path and a query, with escapes of two digits. */
  private static final Pattern FORM =
      Pattern.compile("/(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*+");

  /** A server may decode a separator, and then normalize the path. */
  private static final Pattern SEPARATOR = Pattern.compile("/|%2f|%5c");

  private EndpointPath() {}

  /** The reason why a path is not valid, for the text after its name; empty for a valid one. */
  public static Optional<String> fault(String path) {
    if (path.length() > PATH_BYTES) {
      return Optional.of(
          "has %d characters; at most %d are accepted".formatted(path.length(), PATH_BYTES));
    }
    if (!FORM.matcher(path).matches()) {
      return Optional.of(
          "is not valid: it must begin with '/' and contain only characters of a path and a query"
              + " (RFC 3986); write others as %-escapes of two hexadecimal digits");
    }
    return climbs(path)
        ? Optional.of("is not valid: it must not contain '..' segments, encoded or not")
        : Optional.empty();
  }

  /** Some servers drop what follows a semicolon before they normalize a segment. */
  private static boolean climbs(String path) {
    var query = path.indexOf('?');
    var segments = (query < 0 ? path : path.substring(0, query)).toLowerCase(Locale.ROOT);
    return Arrays.stream(SEPARATOR.split(segments, -1))
        .map(segment -> segment.replace("%2e", ".").replace("%3b", ";"))
        .map(segment -> segment.indexOf(';') < 0 ? segment : segment.split(";", 2)[0])
        .anyMatch(".."::equals);
  }
}
