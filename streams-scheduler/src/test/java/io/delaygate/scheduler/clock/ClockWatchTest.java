package io.delaygate.scheduler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long TWO_HOURS_MS = 7_200_000;

  private final Brokers brokers = new Brokers();
  private final ClockWatch watch =
      new ClockWatch(brokers, LIMIT, brokers::wallMs, brokers::monotonicNanos);

  @Test
  void aRightClockIsNoObstacle() {
    // When
    watch.look();

    // Then
    assertThat(watch.obstacle()).isEmpty();
    assertThat(watch.isTrusted()).isTrue();
    assertThat(watch.offsetSeconds()).isEqualTo(Map.of("0", 0.0, "1", 0.0, "2", 0.0));
  }

  @Test
  void aClockThatIsAheadFromTheStartIsSaidAtTheFirstLook() {
    // Given
    brokers.aheadMs = TWO_HOURS_MS;

    // When
    watch.look();

    // Then
    assertThat(watch.obstacle()).hasValueSatisfying(why -> assertThat(why).contains("7200.0 s"));
    assertThat(watch.isTrusted()).isFalse();
    assertThat(watch.offsetSeconds()).containsValue(7_200.0);
  }

  @Test
  void brokersAreNotAskedAtEachLook() {
    // When
    for (var second = 0; second < 60; second++) {
      watch.look();
      brokers.pass(ClockWatch.EVERY);
    }

    // Then
    assertThat(brokers.probes).isEqualTo(4);
  }

  @Test
  void aStepIsMistrustedAtOnceAndSaidAtTheNextLook() {
    // Given
    watch.look();

    // When
    brokers.aheadMs = TWO_HOURS_MS;

    // Then
    assertThat(watch.isTrusted()).isFalse();
    brokers.pass(ClockWatch.EVERY);
    watch.look();
    assertThat(watch.obstacle()).isPresent();
    assertThat(brokers.renewals).isEqualTo(1);

    // When
    brokers.aheadMs = 0;
    brokers.pass(ClockWatch.EVERY);
    watch.look();

    // Then
    assertThat(watch.obstacle()).isEmpty();
    assertThat(watch.isTrusted()).isTrue();
  }

  @Test
  void aStepWithinTheLimitIsTrustedWhenItWasComparedWithTheBrokers() {
    // Given
    watch.look();
    brokers.aheadMs = 5_000;
    assertThat(watch.isTrusted()).isFalse();

    // When
    watch.look();

    // Then
    assertThat(watch.isTrusted()).isTrue();
    assertThat(watch.obstacle()).isEmpty();
    assertThat(watch.offsetSeconds()).containsValue(5.0);
  }

  @Test
  void brokersThatDoNotAnswerChangeNoVerdict() {
    // Given
    brokers.areAway = true;
    watch.look();
    assertThat(watch.obstacle()).as("nothing is known").isEmpty();
    brokers.areAway = false;
    brokers.aheadMs = TWO_HOURS_MS;
    watch.look();
    assertThat(watch.obstacle()).isPresent();

    // When
    brokers.areAway = true;
    brokers.aheadMs = 0;
    watch.look();

    // Then
    assertThat(watch.obstacle()).as("nobody has seen it right").isPresent();
    assertThat(watch.offsetSeconds()).isEmpty();
  }

  @Test
  void aClockAtTheLimitDoesNotComeAndGo() {
    // Given
    brokers.aheadMs = 30_100;
    watch.look();

    // When
    brokers.aheadMs = 29_900;
    brokers.pass(ClockWatch.PROBE_EVERY);
    watch.look();

    // Then
    assertThat(watch.obstacle()).isPresent();
    brokers.aheadMs = 14_900;
    watch.look();
    assertThat(watch.obstacle()).isEmpty();
  }

  @Test
  void aBrokerThatIsGoneIsForgotten() {
    // Given
    watch.look();
    brokers.count = 1;

    // When
    brokers.pass(ClockOffsets.KNOWN);
    watch.look();

    // Then
    assertThat(watch.offsetSeconds()).containsOnlyKeys("0");
  }

  @Test
  void samplesOfOtherAcknowledgementsCount() {
    // When
    watch.sample(7, 8_200, 1_000, 8_201);

    // Then
    assertThat(watch.offsetSeconds()).isEqualTo(Map.of("7", 7.2));
  }

  /** Brokers with correct clocks, and the clocks of this process. */
  private static final class Brokers implements ClockWatch.Probe {
    private static final long EPOCH_MS = 1_900_000_000_000L;

    private int count = 3;
    private int probes;
    private int renewals;
    private boolean areAway;
    private long aheadMs;
    private long nanos;

    private long monotonicNanos() {
      return nanos;
    }

    private long rightMs() {
      return EPOCH_MS + TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private long wallMs() {
      return rightMs() + aheadMs;
    }

    private void pass(Duration time) {
      nanos += time.toNanos();
    }

    @Override
    public void take(ClockWatch.Samples to) {
      probes++;
      for (var broker = 0; broker < count && !areAway; broker++) {
        to.add(broker, wallMs(), rightMs(), wallMs());
      }
    }

    @Override
    public void renew() {
      renewals++;
    }

    @Override
    public void close() {
      renewals = -1;
    }
  }
}
