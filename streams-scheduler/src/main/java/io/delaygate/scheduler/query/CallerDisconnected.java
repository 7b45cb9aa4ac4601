package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;

/** Failure to write an answer because the caller has closed the connection. */
final class CallerDisconnected extends RuntimeException {
  private static final long serialVersionUID = 1;

  private CallerDisconnected(RuntimeException why) {
    super(why);
  }

  /**
   * Answers a request that was not answered at once.
   *
   * @throws CallerDisconnected if the connection is closed
   */
  static void answer(Context context, ObjectNode answer) {
    try {
      QueryServer.write(context, 200, answer);
    } catch (RuntimeException closed) {
      throw new CallerDisconnected(closed);
    }
  }
}
