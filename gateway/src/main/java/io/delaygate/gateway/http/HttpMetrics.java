package io.delaygate.gateway.http;

import io.javalin.http.Context;

/** Metrics of the HTTP server. Implementations are thread-safe and return at once. */
public interface HttpMetrics {
  /** Route and method of a call that reached no route. */
  String UNMATCHED = "unmatched";

  /**
   * Counts a call that was answered.
   *
   * @param tookMs from the call's headers to its answer
   */
  void answered(Context ctx, float tookMs);

  /** Counts an answer of the HTTP server itself, which reached no route. */
  void answered(Problem problem);

  /** Counts a connection that was closed because its answer was read too slowly. */
  void cutOff();
}
