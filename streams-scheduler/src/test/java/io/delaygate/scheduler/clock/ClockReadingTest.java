package io.delaygate.scheduler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClockReadingTest {
  private static final long LIMIT_MS = 30_000;

  @Test
  void isOffWhereMoreThanHalfOfTheBrokersAreBeyondTheLimitInOneDirection() {
    assertThat(reading(30_001).isOff(LIMIT_MS)).isTrue();
    assertThat(reading(-30_001).isOff(LIMIT_MS)).isTrue();
    assertThat(reading(30_001, 30_001, 0).isOff(LIMIT_MS)).isTrue();
    assertThat(reading(-30_001, -90_000, 0).isOff(LIMIT_MS)).isTrue();
  }

  @Test
  void isNotOffAtTheLimitNorAgainstAMinorityNorAgainstHalf() {
    assertThat(reading().isOff(LIMIT_MS)).isFalse();
    assertThat(reading(30_000, 30_000, 30_000).isOff(LIMIT_MS)).isFalse();
    assertThat(reading(7_200_000, 0, 0).isOff(LIMIT_MS)).isFalse();
    assertThat(reading(7_200_000, 0).isOff(LIMIT_MS)).isFalse();
  }

  @Test
  void brokersThatDisagreeWithEachOtherMakeNoClockWrong() {
    assertThat(reading(7_200_000, -7_200_000, 0).isOff(LIMIT_MS)).isFalse();
  }

  @Test
  void saysHowFarAndInWhichDirection() {
    assertThat(reading(7_200_000, 7_199_950, 0).text(LIMIT_MS))
        .startsWith(
            "the clock of this instance is 7200.0 s ahead of the clocks of the brokers (compared with"
                + " 3; clock.offset.max.ms is 30000), so jobs would be delivered too early");
    assertThat(reading(-45_000).text(LIMIT_MS))
        .startsWith(
            "the clock of this instance is 45.0 s behind the clocks of the brokers (compared with 1;"
                + " clock.offset.max.ms is 30000), so jobs would be delivered too late");
  }

  private static ClockReading reading(long... offsetsMs) {
    var byBroker = new TreeMap<Integer, Long>();
    for (var offset : offsetsMs) {
      byBroker.put(byBroker.size(), offset);
    }
    return new ClockReading(byBroker);
  }
}
