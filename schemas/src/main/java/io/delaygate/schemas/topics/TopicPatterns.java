package io.delaygate.schemas.topics;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Allow and deny patterns for the topics that senders may name. Thread-safe. */
public final class TopicPatterns {
  /** Wildcard in a pattern: any characters or none. */
  public static final String ANY = "*";

  private final Predicate<String> allowed;
  private final Predicate<String> denied;

  /**
   * Patterns of allowed and denied topics.
   *
   * @param allowed names and patterns of which one must fit
   * @param denied names and patterns of which none may fit, whatever is allowed
   */
  public TopicPatterns(List<String> allowed, List<String> denied) {
    this.allowed = anyOf(allowed);
    this.denied = anyOf(denied);
  }

  /** Whether the topic may be named. */
  public boolean allows(String topic) {
    return allowed.test(topic) && !denied.test(topic);
  }

  /** Called for each delivery. Usually all topics are allowed; then nothing is matched. */
  private static Predicate<String> anyOf(List<String> patterns) {
    if (patterns.isEmpty() || patterns.contains(ANY)) {
      return topic -> !patterns.isEmpty();
    }
    return Pattern.compile(
            patterns.stream()
                .map(pattern -> pattern.replace(".", "\\.").replace(ANY, ".*"))
                .collect(Collectors.joining("|")))
        .asMatchPredicate();
  }
}
