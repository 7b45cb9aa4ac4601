package io.delaygate.gateway.http;

import io.javalin.http.Context;

/** Detection of clients that disconnect before they have their answer. */
public final class ClientDisconnect {
  /** Attribute of a call with its {@link Watch}; set by the server. */
  public static final String ATTRIBUTE = ClientDisconnect.class.getName();

  private ClientDisconnect() {}

  /** Watch of the connection of one call. Implementations are thread-safe. */
  public interface Watch {
    /** Runs the task once when the client leaves, at once if it has left. */
    void onLeft(Runnable left);

    /** Whether the client has left, as far as is known now; the task has run then. */
    boolean hasLeft();

    /** Runs the task once if the client turns out to have left without reading the next answer. */
    void onUnread(Runnable unread);
  }

  /**
   * Checks once more when the answer is about to be written: the client's close may still lie in
   * the network's buffers, and be reported later than the result that it waited for.
   */
  public static boolean hasLeft(Context ctx) {
    return ctx.req().getAttribute(ATTRIBUTE) instanceof Watch watch && watch.hasLeft();
  }

  /**
   * Runs the task once, on a thread that must not be held up, if the answer that is about to be
   * written reached the client's machine and not the client. This is detected for connections that
   * end by a reset, as they do when a client is killed; a client that closes its connection may
   * have read all.
   */
  public static void ifUnread(Context ctx, Runnable unread) {
    if (ctx.req().getAttribute(ATTRIBUTE) instanceof Watch watch) {
      watch.onUnread(unread);
    }
  }

  /**
   * Runs the task once when the connection ends before the call is answered, on a thread that must
   * not be held up. Only for calls that wait long: each watch adds work to the selector.
   */
  public static void of(Context ctx, Runnable left) {
    if (ctx.req().getAttribute(ATTRIBUTE) instanceof Watch watch) {
      watch.onLeft(left);
    }
  }
}
