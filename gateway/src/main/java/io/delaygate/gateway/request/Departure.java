package io.delaygate.gateway.request;

import io.javalin.http.Context;

/** When a caller leaves before he has his answer. */
public final class Departure {
  /** Of a call, a {@link Watch}; set by the server. */
  public static final String ATTRIBUTE = Departure.class.getName();

  private Departure() {}

  /** Watches the connection of one call. */
  @FunctionalInterface
  public interface Watch {
    /** Runs that once when the caller leaves, at once when he has. */
    void onLeft(Runnable left);
  }

  /**
   * Runs that once when the connection ends before the call is answered, on a thread that must not
   * be held up. Only for calls that wait long: each is one more thing that the selector looks at.
   */
  public static void of(Context ctx, Runnable left) {
    if (ctx.req().getAttribute(ATTRIBUTE) instanceof Watch watch) {
      watch.onLeft(left);
    }
  }
}
