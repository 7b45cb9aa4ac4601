package io.delaygate.service.logging;

import org.jspecify.annotations.Nullable;

/**
 * Formatter of exceptions for the log that leaves out payloads: types and stack frames in one line.
 * Messages are left out, as they may quote what a caller sent.
 */
public final class StackTraceText {
  /** Enough to find our own line below those of the libraries. */
  private static final int FRAMES = 15;

  /** Causes can form a cycle. */
  private static final int CAUSES = 4;

  private StackTraceText() {}

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
