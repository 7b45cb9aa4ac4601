package io.delaygate.gateway.http;

import io.javalin.http.Context;

/** When a caller leaves before he has his answer. */
public final class ClientDisconnect {
  /** Of a call, a {@link Watch}; set by the server. */
  public static final String ATTRIBUTE = ClientDisconnect.class.getName();

  private ClientDisconnect() {}

  /** Watches the connection of one call. Implementations are thread-safe. */
  public interface Watch {
    /** Runs that once when the caller leaves, at once when he has. */
    void onLeft(Runnable left);

    /** Whether he has left, as far as can be told now; what was to run then has run. */
    boolean hasLeft();

    /** Runs that once if the caller turns out to have left without reading the next answer. */
    void onUnread(Runnable unread);
  }

  /**
   * Looks once more, as the answer is about to be written: a caller's farewell may lie in the
   * network's buffers, and be told of later than the news that he waited for.
   */
  public static boolean hasLeft(Context ctx) {
    return ctx.req().getAttribute(ATTRIBUTE) instanceof Watch watch && watch.hasLeft();
  }

  /**
   * Runs that once, on a thread that must not be held up, if the answer that is about to be written
   * reached the caller's machine and not him. That can be told of connections that end by a reset,
   * as they do when somebody is killed; who says farewell may have read all.
   */
  public static void ifUnread(Context ctx, Runnable unread) {
    if (ctx.req().getAttribute(ATTRIBUTE) instanceof Watch watch) {
      watch.onUnread(unread);
    }
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
