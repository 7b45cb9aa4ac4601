package io.delaygate.gateway.http;

import io.delaygate.schemas.command.TimeText;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.internals.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Query parameters of a call, parsed strictly: an unknown one, one given twice or an empty one ends
 * the call, as a filter that is silently ignored would show the wrong jobs.
 */
public final class QueryParameters {
  private static final Pattern EPOCH_MS = Pattern.compile("\\d{1,18}");

  /** A due time holds whole milliseconds; a bound between two of them means the later. */
  private static final long ROUND_UP_NANOS = 999_999;

  private final Map<String, String> values;

  private QueryParameters(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Parses the parameters of a call.
   *
   * @throws ProblemException {@code PARAMETER_INVALID} naming the parameter
   */
  public static QueryParameters of(Context ctx, Set<String> known) {
    var values = new HashMap<String, String>();
    var query = ctx.queryString();
    for (var pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
      var equals = pair.indexOf('=');
      var name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      var value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
      if (!known.contains(name)) {
        throw invalid(name, "this call has no parameter '%s'".formatted(name));
      }
      if (value.isEmpty() || values.put(name, value) != null) {
        throw invalid(name, "give the parameter once and with a value, or leave it out");
      }
    }
    return new QueryParameters(values);
  }

  /** A text; null when it was not given. */
  public @Nullable String text(String name) {
    return values.get(name);
  }

  /** A whole number within the bounds, both included. */
  public int number(String name, int byDefault, int min, int max) {
    var text = values.get(name);
    if (text == null) {
      return byDefault;
    }
    var number = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    if (number < min || number > max) {
      throw invalid(name, "must be a whole number from %d to %d".formatted(min, max));
    }
    return number;
  }

  /** A time as epoch milliseconds or ISO-8601 with offset; null when it was not given. */
  public @Nullable Long timeMs(String name) {
    var text = values.get(name);
    if (text == null) {
      return null;
    }
    var ms = timeMsOf(text);
    if (ms == null) {
      throw invalid(name, "must be epoch milliseconds or a time like 2030-01-31T08:00:00%2B01:00");
    }
    return ms;
  }

  /** Parses a time; null when it is not valid. Times before 1970 count as its beginning. */
  public static @Nullable Long timeMsOf(String text) {
    if (EPOCH_MS.matcher(text).matches()) {
      return Long.valueOf(text);
    }
    try {
      var instant = TimeText.parse(text);
      return Math.max(0, instant.plusNanos(ROUND_UP_NANOS).toEpochMilli());
    } catch (DateTimeException | ArithmeticException noTime) {
      return null;
    }
  }

  /** A topic name; null when it was not given. */
  public @Nullable String topic(String name) {
    var text = values.get(name);
    if (text != null && !isTopic(text)) {
      throw invalid(
          name,
          "must be a valid topic name: 1 to 249 of a-z, A-Z, 0-9, '.', '_', '-', and not '.' or"
              + " '..'");
    }
    return text;
  }

  /** Whether Kafka could have a topic of that name. */
  public static boolean isTopic(String text) {
    try {
      Topic.validate(text);
      return true;
    } catch (InvalidTopicException illegal) {
      return false;
    }
  }

  /** Ends the call because of one parameter. */
  public static ProblemException invalid(String name, String detail) {
    return ProblemException.at(name, ReasonCode.PARAMETER_INVALID, detail);
  }

  /** Browsers and form libraries write a space as plus here. */
  private static String decoded(String text) {
    return PercentEncoding.decode(text.replace('+', ' '))
        .orElseThrow(() -> invalid("", "the query string is not valid percent-encoded UTF-8"));
  }
}
