package io.delaygate.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LookupLimiterTest {
  private static final long START = Long.MAX_VALUE - 5; // a ticker may wrap
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final LookupLimiter shares = new LookupLimiter(START);

  @Test
  void aNamespaceMayAskHalfOfAllAndNotOneMore() {
    assertThat(take("a", 999)).isEqualTo(999);
    assertThat(take("a", 1)).isEqualTo(1);
    assertThat(take("a", 1)).isZero();
  }

  @Test
  void whatIsLeftOfAShareIsGranted() {
    assertThat(take("a", 10_000)).isEqualTo(1_000);
  }

  @Test
  void anotherNamespaceMayAskHalfOfWhatIsLeft() {
    // Given
    take("a", 10_000);

    // When
    var granted = take("b", 10_000);

    // Then
    assertThat(granted).isEqualTo(500);
    assertThat(take("c", 10_000)).isEqualTo(250);
    assertThat(take("b", 1)).isZero();
  }

  @Test
  void amongManyEachMayAskAFew() {
    // Given
    for (var i = 0; i < 100; i++) {
      take("greedy-" + i, 10_000);
    }

    // Then
    assertThat(take("modest", LookupLimiter.LEAST)).isEqualTo(LookupLimiter.LEAST);
    assertThat(take("modest", 1)).isZero();
  }

  @Test
  void theNextSecondBeginsAnew() {
    // Given
    take("a", 10_000);

    // Then
    assertThat(shares.take("a", 1, START + SECOND - 1)).isZero();
    assertThat(shares.take("a", 1, START + SECOND)).isEqualTo(1);
  }

  private int take(String namespace, int wanted) {
    return shares.take(namespace, wanted, START);
  }
}
