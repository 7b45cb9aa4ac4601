package io.delaygate.scheduler.ops;

import java.util.List;

/**
 * How the scheduler is, in lines for people.
 *
 * @param failures what only a restart heals; empty while it is live
 * @param obstacles what keeps it from delivering, or from being a warm standby; empty when it is
 *     ready
 */
public record Health(List<String> failures, List<String> obstacles) {
  /** False asks for a restart. */
  public boolean live() {
    return failures.isEmpty();
  }

  /** False says that a rolling restart should not go on to the next instance yet. */
  public boolean ready() {
    return obstacles.isEmpty();
  }

  /** One line about being live. */
  String liveText() {
    return text("live", failures);
  }

  /** One line about being ready. */
  String readyText() {
    return text("ready", obstacles);
  }

  private static String text(String good, List<String> faults) {
    return faults.isEmpty() ? good : "not " + good + ": " + String.join("; ", faults);
  }
}
