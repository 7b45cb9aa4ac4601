package io.delaygate.gateway.push;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parser of the header {@code Retry-After}: seconds, or a date as HTTP writes it. */
final class RetryAfter {
  /** At least a second: an endpoint that says "now" is called again at a sane pace. */
  static final Duration MIN = Duration.ofSeconds(1);

  /** At most a day: a mistake, such as milliseconds for seconds, must not park a job for weeks. */
  static final Duration MAX = Duration.ofHours(24);

  /** So many digits that they fit into a long. More of them are above every bound. */
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,18}");

  private RetryAfter() {}

  /** The wait within its bounds; empty if the text has neither form. */
  static Optional<Duration> parse(String text, Instant now) {
    var value = text.strip();
    if (SECONDS.matcher(value).matches()) {
      return Optional.of(within(Duration.ofSeconds(Long.parseLong(value))));
    }
    try {
      var date = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value));
      return Optional.of(within(Duration.between(now, date)));
    } catch (DateTimeException notADate) {
      return Optional.empty();
    }
  }

  private static Duration within(Duration wait) {
    if (wait.compareTo(MIN) < 0) {
      return MIN;
    }
    return wait.compareTo(MAX) > 0 ? MAX : wait;
  }
}
