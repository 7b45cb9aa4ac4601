package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private final AtomicLong ticker = new AtomicLong();
  private final Patience patience = new Patience(ticker::get);

  @Test
  void itLastsWhileSomethingComes() {
    for (var records = 1; ticker.get() < Patience.MOST.toNanos(); records++) {
      assertThat(patience.isOver(records)).isFalse();
      pass(Patience.SILENCE);
    }
  }

  @Test
  void itEndsWhenNothingComesAnyMore() {
    // Given
    pass(Patience.SILENCE);
    assertThat(patience.isOver(1)).isFalse();

    // When
    pass(Patience.SILENCE);
    var justNot = patience.isOver(1);
    ticker.incrementAndGet();

    // Then
    assertThat(justNot).isFalse();
    assertThat(patience.isOver(1)).isTrue();
  }

  @Test
  void itEndsThoughSomethingComesForEver() {
    pass(Patience.MOST);
    assertThat(patience.isOver(1)).isFalse();
    ticker.incrementAndGet();
    assertThat(patience.isOver(2)).isTrue();
  }

  private void pass(Duration time) {
    ticker.addAndGet(time.toNanos());
  }
}
