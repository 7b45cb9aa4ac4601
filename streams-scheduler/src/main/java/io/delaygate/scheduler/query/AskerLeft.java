package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;

/** Whoever asked is gone, and so is the exchange: nothing can be written there. */
final class AskerLeft extends RuntimeException {
  private static final long serialVersionUID = 1;

  private AskerLeft(RuntimeException why) {
    super(why);
  }

  /**
   * Answers a question after a while.
   *
   * @throws AskerLeft if nobody is there any more
   */
  static void answer(Context context, ObjectNode answer) {
    try {
      QueryServer.write(context, 200, answer);
    } catch (RuntimeException closed) {
      throw new AskerLeft(closed);
    }
  }
}
