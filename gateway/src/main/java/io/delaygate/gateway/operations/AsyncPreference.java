package io.delaygate.gateway.operations;

import io.delaygate.gateway.http.QueryParameters;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Preference of a caller for an operation: {@code Prefer: respond-async}, perhaps with {@code
 * wait=5}, of RFC 7240. Other preferences are ignored, as the RFC says.
 *
 * @param waitMs how long the answer may take, if the operation ends by then
 */
public record AsyncPreference(long waitMs) {
  private static final String HEADER = "Prefer";
  private static final String ASYNC = "respond-async";
  private static final String WAIT = "wait=";

  /** Longest wait: less than proxies usually give a call. */
  static final int WAIT_SECONDS_MAX = 10;

  private static final Pattern SECONDS = Pattern.compile("\\d{1,2}");
  private static final long MS = 1_000;

  /** The preference of a call; empty when it wants to be answered as ever. */
  public static Optional<AsyncPreference> of(Context ctx) {
    var isAsync = false;
    var waitMs = 0L;
    for (var line : Collections.list(ctx.req().getHeaders(HEADER))) {
      for (var part : line.split("[,;]", -1)) {
        var text = part.strip().toLowerCase(Locale.ROOT);
        isAsync |= text.equals(ASYNC);
        if (text.startsWith(WAIT)) {
          waitMs = seconds(text.substring(WAIT.length())) * MS;
        }
      }
    }
    return isAsync ? Optional.of(new AsyncPreference(waitMs)) : Optional.empty();
  }

  private static long seconds(String text) {
    var seconds = SECONDS.matcher(text).matches() ? Integer.parseInt(text) : -1;
    if (seconds < 0 || seconds > WAIT_SECONDS_MAX) {
      throw QueryParameters.invalid(
          HEADER, "wait must be a whole number of seconds from 0 to " + WAIT_SECONDS_MAX);
    }
    return seconds;
  }
}
