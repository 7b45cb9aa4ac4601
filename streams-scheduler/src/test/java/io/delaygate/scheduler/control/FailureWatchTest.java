package io.delaygate.scheduler.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.FailureAlarm;
import io.delaygate.service.control.TargetControl;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailureWatchTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final FailureAlarm ALARM = new FailureAlarm(2, 4, 10_000);

  private ControlView control = view(ALARM);
  private final FailureWatch watch = new FailureWatch(() -> control, 4);

  @Test
  void saysOnceThatAThresholdIsPassed() {
    // Given
    own(4);

    // When
    var first = died(NOW);
    var second = died(NOW + 1);
    var third = died(NOW + 2);

    // Then
    assertThat(first).isEmpty();
    assertThat(second).contains(new ThresholdExceeded("orders", 2, 0, ALARM));
    assertThat(third).isEmpty();
  }

  @Test
  void failuresAndDeadLettersHaveThresholdsOfTheirOwn() {
    // Given
    own(4);
    died(NOW);
    for (var i = 0; i < 3; i++) {
      assertThat(watch.failed("orders", NOW)).isEmpty();
    }

    // When
    var fourth = watch.failed("orders", NOW);

    // Then
    assertThat(fourth).contains(new ThresholdExceeded("orders", 1, 4, ALARM));
  }

  @Test
  void whatIsOutOfTheWindowDoesNotCount() {
    // Given
    own(4);
    died(NOW);

    // When
    var late = died(NOW + 10_000);
    var soon = died(NOW + 18_999);

    // Then
    assertThat(late).isEmpty();
    assertThat(soon).isPresent();
  }

  @Test
  void saysItAgainWhenItHadCalmedDown() {
    // Given
    own(4);
    died(NOW);
    died(NOW);
    died(NOW + 20_000);

    // When
    var again = died(NOW + 20_001);

    // Then
    assertThat(again).isPresent();
  }

  @Test
  void aSchedulerWithAPartOfThePartitionsHasThatPartOfTheThreshold() {
    // Given
    own(2);

    // When
    var first = died(NOW);

    // Then
    assertThat(first).isPresent();
  }

  @Test
  void aTargetWithoutAlarmIsNotWatched() {
    // Given
    own(4);
    control = ControlView.EMPTY;

    // Then
    for (var i = 0; i < 10; i++) {
      assertThat(died(NOW)).isEmpty();
    }
  }

  @Test
  void anAlarmThatIsSetAnewCountsAnew() {
    // Given
    own(4);
    died(NOW);
    control = view(new FailureAlarm(2, 0, 20_000));

    // When
    var first = died(NOW);

    // Then
    assertThat(first).isEmpty();
    assertThat(died(NOW)).isPresent();
  }

  @Test
  void theLastAttemptOfADeadLetterIsAFailureToo() {
    // Given
    own(4);
    control = view(new FailureAlarm(0, 1, 10_000));

    // Then
    assertThat(watch.died("orders", ReasonCode.TARGET_UNAVAILABLE, NOW)).isEmpty();
    assertThat(watch.died("orders", ReasonCode.ATTEMPTS_EXHAUSTED, NOW)).isPresent();
  }

  private Optional<ThresholdExceeded> died(long nowMs) {
    return watch.died("orders", ReasonCode.TARGET_UNAVAILABLE, nowMs);
  }

  private void own(int partitions) {
    for (var i = 0; i < partitions + 1; i++) {
      watch.taskOpened();
    }
    watch.taskClosed();
  }

  private static ControlView view(FailureAlarm alarm) {
    return new ControlView(
        Map.of("orders", new TargetControl(null, null, null, alarm)), Map.of(), Map.of());
  }
}
