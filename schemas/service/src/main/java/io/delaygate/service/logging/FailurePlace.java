package io.delaygate.service.logging;

import org.jspecify.annotations.Nullable;

/**
 * What of a failure may be logged where it can be about a payload: its types and where they were
 * thrown, in one line. Not the messages, which may quote what a caller sent.
 */
public final class FailurePlace {
  /** Enough to find the line of ours below the libraries' own. */
  private static final int FRAMES = 15;

  /** A cause may be its own cause's cause. */
  private static final int CAUSES = 4;

  private FailurePlace() {}

  /** Types and places of a failure and its causes. */
  public static String of(Throwable thrown) {
    var text = new StringBuilder();
    @Nullable Throwable one = thrown;
    for (var depth = 0; one != null && depth < CAUSES; depth++) {
      text.append(depth == 0 ? "" : "; caused by ").append(one.getClass().getName());
      var frames = one.getStackTrace();
      for (var i = 0; i < Math.min(FRAMES, frames.length); i++) {
        text.append(i == 0 ? " at " : " < ").append(frames[i]);
      }
      one = one.getCause();
    }
    return text.toString();
  }
}
