package io.delaygate.scheduler.ops;

import java.util.List;
import java.util.stream.Stream;

/**
 * How the scheduler is, in lines for people.
 *
 * @param failures what only a restart heals; empty while it is live
 * @param obstacles what keeps it from delivering, or from being a warm standby; empty when it is
 *     ready
 * @param blockedCommands lines about commands that wait for a transaction of a sender. They do not
 *     make it unready: one sender would take all schedulers out of service
 */
public record Health(List<String> failures, List<String> obstacles, List<String> blockedCommands) {
  /** Health of an instance for which nothing is held up. */
  public Health(List<String> failures, List<String> obstacles) {
    this(failures, obstacles, List.of());
  }

  /** The same, with more that keeps it from being ready. */
  public Health with(List<String> more) {
    if (more.isEmpty()) {
      return this;
    }
    return new Health(
        failures, Stream.concat(more.stream(), obstacles.stream()).toList(), blockedCommands);
  }

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
    return String.join("; ", concat(List.of(text("ready", obstacles)), blockedCommands));
  }

  /** Everything that people should know, ready or not. */
  public List<String> remarks() {
    return concat(obstacles, blockedCommands);
  }

  private static List<String> concat(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static String text(String good, List<String> faults) {
    return faults.isEmpty() ? good : "not " + good + ": " + String.join("; ", faults);
  }
}
