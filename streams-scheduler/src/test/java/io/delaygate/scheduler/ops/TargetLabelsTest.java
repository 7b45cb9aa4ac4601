package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TargetLabelsTest {
  @Test
  void thoseThatComeFirstKeepTheirNames() {
    // Given
    var labels = TestMetrics.named(2, "*");

    // When
    var called = Stream.of("a", "b", "c", "a", "c", "b").map(labels::of);

    // Then
    assertThat(called).containsExactly("a", "b", "other", "a", "other", "b");
  }

  @Test
  void onlyThoseThatAreWantedTakePlaces() {
    // Given
    var labels = TestMetrics.named(1, "billing.*");

    // When
    var called = Stream.of("orders", "billing.eu", "billing.us").map(labels::of);

    // Then
    assertThat(called).containsExactly("other", "billing.eu", "other");
  }

  @Test
  void noneIsNamedWhereNonMayBe() {
    assertThat(TestMetrics.named(0, "*").of("orders")).isEqualTo("other");
  }
}
