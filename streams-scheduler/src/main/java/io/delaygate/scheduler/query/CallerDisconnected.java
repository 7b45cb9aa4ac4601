package io.delaygate.scheduler.query;

/** Failure to write a delayed answer because the caller has closed the connection. */
final class CallerDisconnected extends RuntimeException {
  private static final long serialVersionUID = 1;

  CallerDisconnected(RuntimeException why) {
    super(why);
  }
}
