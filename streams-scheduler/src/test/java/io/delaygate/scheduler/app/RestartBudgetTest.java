package io.delaygate.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestartBudgetTest {
  @Test
  void whatFailsTooOftenWithinTheTimeIsNotRestarted() {
    // Given
    var budget = new RestartBudget(2, Duration.ofSeconds(10));

    // When
    var first = budget.take(0);
    var second = budget.take(9_000);
    var third = budget.take(9_999);
    var afterTheFirstIsForgotten = budget.take(10_000);
    var full = budget.take(18_999);

    // Then
    assertThat(first).isTrue();
    assertThat(second).isTrue();
    assertThat(third).isFalse();
    assertThat(afterTheFirstIsForgotten).isTrue();
    assertThat(full).isFalse();
  }
}
