package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.utils.internals.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("any broker that starts meanwhile would be told of the fault")
class FatalExitTest {

  @Test
  void aHaltOfTheBrokerIsThrownAndToldInsteadOfEndingTheJvm() {
    // Given
    FatalExit.intercept();
    var told = FatalExit.next();

    // When
    assertThatThrownBy(() -> Exit.halt(7, "the log is gone"))

        // Then
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("status 7")
        .hasMessageContaining("the log is gone");
    assertThat(told).isCompletedExceptionally();
    assertThat(FatalExit.next()).isNotDone();
  }
}
