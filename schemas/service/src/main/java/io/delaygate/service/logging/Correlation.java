package io.delaygate.service.logging;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Correlation ids of a call, which its log lines have in both services.
 *
 * @param requestId 1 to 128 visible ASCII characters; null when the call has none
 * @param traceId 32 hex digits; null when the call does not belong to a trace
 */
public record Correlation(@Nullable String requestId, @Nullable String traceId) {
  /** The header of an HTTP call, and of its answer. */
  public static final String REQUEST_ID = "X-Request-Id";

  /** The header that continues a trace (W3C Trace Context), of calls and of records. */
  public static final String TRACEPARENT = "traceparent";

  /** No ids. */
  public static final Correlation NONE = new Correlation(null, null);

  /** Longer than a UUID or any trace id, short enough for each line of a log. */
  private static final Pattern VISIBLE = Pattern.compile("[!-~]{1,128}");

  /** Version 00, or a later one, which may have more fields; the ids are not all zeros. */
  private static final Pattern PARENT =
      Pattern.compile(
          "(?:00(?=.{53}$)|(?!00|ff)[0-9a-f]{2})"
              + "-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[!-~]{0,200})?");

  /** The ids in the values of the two headers; malformed or repeated headers are ignored. */
  public static Correlation of(List<String> requestIds, List<String> traceparents) {
    var id = requestIds.size() == 1 ? requestIds.get(0) : "";
    var parent = traceparents.size() == 1 ? traceparents.get(0) : "";
    return new Correlation(VISIBLE.matcher(id).matches() ? id : null, traceId(parent));
  }

  private static @Nullable String traceId(String traceparent) {
    var parent = PARENT.matcher(traceparent);
    return parent.matches() ? parent.group(1) : null;
  }

  /** Runs the work; every line that this thread logs meanwhile has these ids. */
  public void during(Runnable work) {
    during(
        () -> {
          work.run();
          return this;
        });
  }

  /** The same for work that has a result. */
  public <T, E extends Exception> T during(Work<T, E> work) throws E {
    var requestBefore = set(LogKey.REQUEST_ID, requestId);
    var traceBefore = set(LogKey.TRACE_ID, traceId);
    try {
      return work.run();
    } finally { // the thread may have been working for another call
      set(LogKey.REQUEST_ID, requestBefore);
      set(LogKey.TRACE_ID, traceBefore);
    }
  }

  private static @Nullable String set(LogKey key, @Nullable String value) {
    var before = MDC.get(key.key());
    if (value == null) {
      MDC.remove(key.key());
    } else {
      MDC.put(key.key(), value);
    }
    return before;
  }

  /** The work for a call. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    /** Does the work. */
    T run() throws E;
  }
}
