package io.delaygate.service.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DuePositionTest {
  @Test
  void textIsReadAsThePositionThatWroteIt() {
    var random = new Random(1);
    for (var i = 0; i < 1_000; i++) {
      // Given
      var id = random.ints(1 + random.nextInt(40), 1, 0xD800).mapToObj(Character::toString);
      var bytes = id.collect(Collectors.joining()).getBytes(UTF_8);
      var at = new DuePosition(random.nextLong() >>> 1, random.nextInt(10), bytes);

      // Then
      assertThat(DuePosition.parse(at.text())).contains(at);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1.5",
        "1.5.",
        "1.10.YQ",
        "-1.5.YQ",
        "9223372036854775808.5.YQ",
        "9999999999999999999.5.YQ",
        "99999999999999999999.5.YQ",
        "1.5.Y",
        "1.5._w",
        "1.5.YQ==",
        "\u0661.5.YQ",
      })
  void whatIsNoPositionIsNotRead(String text) {
    assertThat(DuePosition.parse(text)).isEmpty();
  }

  @Test
  void orderIsByTimePriorityAndUnsignedBytes() {
    assertThat(at(1, 9, "z")).isLessThan(at(2, 0, "a"));
    assertThat(at(2, 0, "z")).isLessThan(at(2, 1, "a"));
    assertThat(at(2, 1, "a")).isLessThan(at(2, 1, "aa"));
    assertThat(at(2, 1, "z")).isLessThan(at(2, 1, "\u00e9"));
    assertThat(at(2, 1, "a")).isEqualTo(at(2, 1, "a")).hasSameHashCodeAs(at(2, 1, "a"));
  }

  private static DuePosition at(long dueMs, int priority, String id) {
    return new DuePosition(dueMs, priority, id.getBytes(UTF_8));
  }
}
