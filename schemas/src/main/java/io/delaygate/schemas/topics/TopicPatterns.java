package io.delaygate.schemas.topics;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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
    var names =
        patterns.stream()
            .filter(pattern -> !pattern.contains(ANY))
            .collect(Collectors.toUnmodifiableSet());
    var wildcards =
        Set.copyOf(patterns).stream()
            .filter(pattern -> pattern.contains(ANY))
            .map(Wildcards::of)
            .toList();
    return topic ->
        names.contains(topic) || wildcards.stream().anyMatch(pattern -> pattern.fits(topic));
  }

  /**
   * Pattern with wildcards. Each text between two wildcards is taken where it first occurs, and
   * never searched for again: a later place would leave less room for the rest. A regular
   * expression would try the other places, too, which takes for ever with some patterns.
   *
   * @param begin text before the first wildcard
   * @param middle texts between two wildcards, in their order
   * @param end text behind the last wildcard
   */
  private record Wildcards(String begin, List<String> middle, String end) {
    static Wildcards of(String pattern) {
      var texts = List.of(pattern.split("\\*", -1));
      var last = texts.size() - 1;
      return new Wildcards(texts.get(0), texts.subList(1, last), texts.get(last));
    }

    boolean fits(String topic) {
      var limit = topic.length() - end.length();
      var from = begin.length();
      if (from > limit || !topic.startsWith(begin) || !topic.endsWith(end)) {
        return false;
      }
      for (var text : middle) {
        var at = topic.indexOf(text, from);
        if (at < 0 || at + text.length() > limit) {
          return false;
        }
        from = at + text.length();
      }
      return true;
    }
  }
}
