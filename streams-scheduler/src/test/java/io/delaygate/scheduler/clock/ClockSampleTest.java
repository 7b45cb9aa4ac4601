package io.delaygate.scheduler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockSampleTest {
  @ParameterizedTest(name = "sent {0}, appended {1}, acknowledged {2}: {3}")
  @CsvSource({
    // clocks that agree: the append time is between the other two
    "1000, 1002, 1005, 0",
    "1000, 1000, 1000, 0",
    // ahead: appended before the send
    "8200, 1000, 8205, 7200",
    // behind: appended after the acknowledgement
    "1000, 8205, 1005, -7200",
    // a slow acknowledgement or a slow send proves nothing
    "1000, 1001, 61000, 0",
    "1000, 60999, 61000, 0",
    // a slow sample of a wrong clock shows a smaller difference than the real one, never a larger
    // one
    "8200, 3000, 10205, 5200",
  })
  void provesNoMoreThanItsTimesAllow(long sent, long appended, long acknowledged, long offset) {
    assertThat(new ClockSample(sent, appended, acknowledged).offsetMs()).isEqualTo(offset);
  }
}
