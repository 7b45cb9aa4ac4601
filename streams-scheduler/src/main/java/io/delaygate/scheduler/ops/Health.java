package io.delaygate.scheduler.ops;

import java.util.List;
import java.util.stream.Stream;

/**
 * Health of the scheduler: liveness and readiness, with the reasons in lines for people.
 *
 * @param failures faults that only a restart repairs; empty while the scheduler is live
 * @param obstacles reasons why it does not deliver, or is not a warm standby; empty while it is
 *     ready
 * @param blockedCommands lines about commands that wait for a transaction of a sender. They do not
 *     make it unready: one sender would take all schedulers out of service
 */
public record Health(List<String> failures, List<String> obstacles, List<String> blockedCommands) {
  /** Creates the health of an instance without blocked commands. */
  public Health(List<String> failures, List<String> obstacles) {
    this(failures, obstacles, List.of());
  }

  /** The same, with more obstacles. */
  public Health with(List<String> more) {
    if (more.isEmpty()) {
      return this;
    }
    return new Health(
        failures, Stream.concat(more.stream(), obstacles.stream()).toList(), blockedCommands);
  }

  /** Whether the scheduler is live; false asks for a restart. */
  public boolean live() {
    return failures.isEmpty();
  }

  /**
   * Whether the scheduler is ready; false asks a rolling restart to wait with the next instance.
   */
  public boolean ready() {
    return obstacles.isEmpty();
  }

  /** Answer line of the liveness probe. */
  String liveText() {
    return text("live", failures);
  }

  /** Answer line of the readiness probe. */
  String readyText() {
    return String.join("; ", concat(List.of(text("ready", obstacles)), blockedCommands));
  }

  /** All obstacles and blocked commands. */
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
