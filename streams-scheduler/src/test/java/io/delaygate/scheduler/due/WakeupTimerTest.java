package io.delaygate.scheduler.due;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.clients.AdaptiveCommitTrigger;
import io.delaygate.scheduler.clients.PollBound;
import io.delaygate.scheduler.outbound.OutgoingRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.junit.jupiter.api.Test;

class WakeupTimerTest {
  private static final long NOW = 10_000;

  private final MockProcessorContext<byte[], OutgoingRecord> context =
      new MockProcessorContext<>(new Properties(), new TaskId(0, 0), null);
  private final PollBound poll =
      new PollBound(
          () -> NOW, new AdaptiveCommitTrigger(Duration.ofMillis(25), () -> 0, () -> false));
  private final List<Long> rings = new ArrayList<>();
  private final WakeupTimer alarm = new WakeupTimer(context, poll, rings::add);

  @Test
  void neverMeansNoPunctuation() {
    // When
    alarm.set(Long.MAX_VALUE, NOW);

    // Then
    assertThat(context.scheduledPunctuators()).isEmpty();
    assertThat(wait(poll)).hasMillis(500_000);
  }

  @Test
  void anEarlierTimeIsAddedToALaterOneAndNotTheOtherWayRound() {
    // When
    alarm.set(NOW + 500, NOW);
    alarm.set(NOW + 100, NOW);
    alarm.set(NOW + 300, NOW);

    // Then
    assertThat(live()).containsExactly(NOW + 500, NOW + 100);
    assertThat(wait(poll)).hasMillis(100);
  }

  /**
   * Streams keeps cancelled punctuations until their time, so a thousand of them would be a leak.
   */
  @Test
  void shortDelaysBeforeAFarOneCancelNothingThatIsStillToCome() {
    // Given
    alarm.set(NOW + 60_000, NOW);

    // When
    for (var i = 1; i <= 1_000; i++) {
      alarm.set(NOW + i, NOW + i - 1);
      context.scheduledPunctuators().get(i).getPunctuator().punctuate(NOW + i);
      alarm.set(NOW + 60_000, NOW + i);
    }

    // Then
    assertThat(context.scheduledPunctuators()).hasSize(1_001);
    assertThat(live()).containsExactly(NOW + 60_000);
    assertThat(wait(poll)).hasMillis(60_000);
  }

  /**
   * Streams would run a punctuation that is scheduled for now in a punctuation at once, for ever.
   */
  @Test
  void whatIsDueNowOrBeforeRingsAMillisecondLater() {
    // When
    alarm.set(5, NOW);

    // Then
    assertThat(live()).containsExactly(NOW + 1);
  }

  @Test
  void aFarTimeRingsWithinTheHour() {
    // When
    alarm.set(NOW + Duration.ofDays(3652).toMillis(), NOW);

    // Then
    assertThat(live()).containsExactly(NOW + Duration.ofHours(1).toMillis());
  }

  @Test
  void aRingIsTheLastUntilItIsSetAgain() {
    // Given
    alarm.set(NOW + 100, NOW);

    // When
    context.scheduledPunctuators().get(0).getPunctuator().punctuate(NOW + 107);

    // Then
    assertThat(rings).containsExactly(NOW + 107);
    assertThat(live()).isEmpty();
    assertThat(wait(poll)).hasMillis(500_000);
    alarm.set(NOW + 200, NOW + 107);
    assertThat(live()).containsExactly(NOW + 200);
  }

  @Test
  void aStoppedAlarmNeitherRingsNorBoundsThePoll() {
    // Given
    alarm.set(NOW + 100, NOW);

    // When
    alarm.stop();
    alarm.stop();

    // Then
    assertThat(live()).isEmpty();
    assertThat(wait(poll)).hasMillis(500_000);
  }

  private List<Long> live() {
    return context.scheduledPunctuators().stream()
        .filter(punctuation -> !punctuation.cancelled())
        .map(CapturedPunctuator::getStartTime)
        .map(start -> start.toEpochMilli())
        .collect(Collectors.toList());
  }

  private static Duration wait(PollBound poll) {
    return poll.shorten(Duration.ofSeconds(500));
  }
}
