package io.delaygate.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicPatternsTest {
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
}
