package io.delaygate.gateway.problem;

import org.jspecify.annotations.Nullable;

/**
 * What of a failure may be logged: its types and where they were thrown. Not the messages, which
 * may quote a caller's payload.
 */
final class FailurePlace {
  /** Enough to find the line of ours below the libraries' own. */
  private static final int FRAMES = 15;

  /** A cause may be its own cause's cause. */
  private static final int CAUSES = 4;

  private FailurePlace() {}

  static String of(Throwable thrown) {
    var text = new StringBuilder();
    @Nullable Throwable one = thrown;
    for (var depth = 0; one != null && depth < CAUSES; depth++) {
      text.append(depth == 0 ? "" : "\n  caused by ").append(one.getClass().getName());
      var frames = one.getStackTrace();
      for (var i = 0; i < Math.min(FRAMES, frames.length); i++) {
        text.append("\n    at ").append(frames[i]);
      }
      one = one.getCause();
    }
    return text.toString();
  }
}
