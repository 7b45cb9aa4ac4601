package io.delaygate.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadTransactionsTest {
  private final List<Boolean> told = new ArrayList<>();

  @Test
  void itIsToldOnceHowATransactionEnded() {
    // Given
    var stages = new ThreadTransactions(true);
    stages.whenEnded(told::add);
    assertThat(told).isEmpty();

    // When
    stages.committed();
    stages.aborted();
    stages.whenEnded(told::add);
    stages.aborted();

    // Then
    assertThat(told).containsExactly(true, false);
  }

  @Test
  void withoutTransactionsAChangeIsToldAtOnce() {
    new ThreadTransactions(false).whenEnded(told::add);

    assertThat(told).containsExactly(true);
  }
}
