package io.delaygate.schemas.topics;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which topics senders may name, by patterns that an operator gave. Thread-safe. */
public final class TopicRules {
  /** In a pattern, any characters or none. */
  public static final String ANY = "*";

  private final Pattern allowed;
  private final Pattern denied;

  /**
   * Rules.
   *
   * @param allowed names and patterns of which one must fit
   * @param denied names and patterns of which none may fit, whatever is allowed
   */
  public TopicRules(List<String> allowed, List<String> denied) {
    this.allowed = anyOf(allowed);
    this.denied = anyOf(denied);
  }

  /** Whether the topic may be named. */
  public boolean allows(String topic) {
    return allowed.matcher(topic).matches() && !denied.matcher(topic).matches();
  }

  /** Of no patterns, one that fits no topic: each has a name. */
  private static Pattern anyOf(List<String> patterns) {
    return Pattern.compile(
        patterns.stream()
            .map(pattern -> pattern.replace(".", "\\.").replace(ANY, ".*"))
            .collect(Collectors.joining("|")));
  }
}
