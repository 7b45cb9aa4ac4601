package io.delaygate.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicPatternsTest {
  private static final int LONGEST_NAME = 249;

  @ParameterizedTest
  @CsvSource({
    "orders, orders, true",
    "orders, orders2, false",
    "orders, Orders, false",
    "orders.*, orders.eu, true",
    "orders.*, orders., true",
    "orders.*, orders, false",
    "orders.*, orders-eu, false",
    "*.eu, orders.eu, true",
    "*.eu, orders.europe, false",
    "o*s.*-x, orders.eu-x, true",
    "**, orders, true",
    "a*a, a, false",
    "a*a, aa, true",
    "a*ab*b, aab, false",
    "a*b*a, aba, true",
    "(*, orders, false",
    "*, orders, true"
  })
  void aNameOrPatternFitsAllOfATopicsName(String pattern, String topic, boolean fits) {
    assertThat(new TopicPatterns(List.of(pattern), List.of()).allows(topic)).isEqualTo(fits);
    assertThat(new TopicPatterns(List.of("*"), List.of(pattern)).allows(topic)).isEqualTo(!fits);
  }

  @Test
  void whatIsDeniedIsNotAllowedByAnything() {
    var rules = new TopicPatterns(List.of("orders.*", "bills"), List.of("*.secret", "bills.old"));

    assertThat(List.of("orders.eu", "bills")).allMatch(rules::allows);
    assertThat(List.of("orders.secret", "bills.old", "mails")).noneMatch(rules::allows);
  }

  @Test
  void withoutAnAllowedPatternNothingIsAllowed() {
    assertThat(new TopicPatterns(List.of(), List.of()).allows("orders")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*a*a*a*b", "*a*a*a*a*a*a*a*a*a*a*b", "a*a*aa*a*aab", "*ab*a"})
  void aHostilePatternTakesNoLongerThanOthers(String pattern) {
    var rules = new TopicPatterns(List.of(pattern), List.of());
    var topic = "a".repeat(LONGEST_NAME);

    assertTimeoutPreemptively(
        Duration.ofSeconds(2),
        () -> IntStream.range(0, 1_000).forEach(i -> assertThat(rules.allows(topic)).isFalse()));
  }

  @Test
  void thePatternWithTheMostWildcardsIsMatchedAtOnce() {
    var rules = new TopicPatterns(List.of("*a".repeat(LONGEST_NAME / 2 - 1) + "*b"), List.of());
    var topic = "a".repeat(LONGEST_NAME);

    assertTimeoutPreemptively(
        Duration.ofSeconds(2),
        () -> IntStream.range(0, 1_000).forEach(i -> assertThat(rules.allows(topic)).isFalse()));
  }

  @Test
  void randomPatternsFitAsTheDefinitionSays() {
    var random = new Random(7);
    var fitting = 0;
    for (var i = 0; i < 200_000; i++) {
      var pattern = text(random, "ab.*");
      var topic = text(random, "ab.");
      var fits = fits(pattern, topic);
      assertThat(new TopicPatterns(List.of(pattern), List.of()).allows(topic))
          .as("%s, %s", pattern, topic)
          .isEqualTo(fits);
      fitting += fits ? 1 : 0;
    }
    assertThat(fitting).isBetween(10_000, 190_000);
  }

  private static String text(Random random, String letters) {
    return random
        .ints(random.nextInt(8), 0, letters.length())
        .mapToObj(at -> letters.substring(at, at + 1))
        .collect(Collectors.joining());
  }

  /** Reference implementation: matches a pattern by trying all possibilities. */
  private static boolean fits(String pattern, String topic) {
    if (pattern.isEmpty()) {
      return topic.isEmpty();
    }
    if (pattern.startsWith("*")) {
      return fits(pattern.substring(1), topic)
          || (!topic.isEmpty() && fits(pattern, topic.substring(1)));
    }
    return !topic.isEmpty()
        && topic.charAt(0) == pattern.charAt(0)
        && fits(pattern.substring(1), topic.substring(1));
  }
}
