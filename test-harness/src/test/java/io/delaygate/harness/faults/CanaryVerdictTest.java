package io.delaygate.harness.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.faults.CanaryVerdict.Arrival;
import io.delaygate.harness.faults.CanaryVerdict.Pause;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CanaryVerdictTest {
  @Test
  void isContentWithEachOnce() {
    var verdict =
        CanaryVerdict.of(
            Map.of("a", 100L, "b", 200L),
            List.of(new Arrival("a", 130), new Arrival("b", 210)),
            List.of(),
            id -> 0);

    assertThat(verdict.wrongs()).isEmpty();
    assertThat(verdict.longestGapMs()).isEqualTo(30);
    assertThat(verdict.pauses()).isEmpty();
  }

  @Test
  void tellsWhatIsMissingTwiceEarlyAndRefused() {
    var verdict =
        CanaryVerdict.of(
            Map.of("a", 100L, "b", 200L, "c", 300L),
            List.of(new Arrival("b", 210), new Arrival("b", 215), new Arrival("c", 299)),
            List.of("d: 503 UNAVAILABLE"),
            id -> 0);

    assertThat(verdict.wrongs())
        .containsExactlyInAnyOrder(
            "missing a", "2 times b", "early by 1 ms c", "refused d: 503 UNAVAILABLE");
    assertThat(verdict.missing()).isEqualTo(1);
  }

  @Test
  void lateCanariesWhoseTimesOverlapAreOnePause() {
    var verdict =
        CanaryVerdict.of(
            Map.of("a", 1_000L, "b", 1_500L, "c", 2_010L, "d", 9_000L),
            List.of(
                new Arrival("a", 2_000),
                new Arrival("b", 2_005),
                new Arrival("c", 2_020),
                new Arrival("d", 9_600)),
            List.of(),
            id -> 0);

    assertThat(verdict.pauses()).containsExactly(new Pause(1_000, 2_005), new Pause(9_000, 9_600));
  }

  @Test
  void countsThePausesOfThePartitionThatHadMost() {
    var verdict =
        CanaryVerdict.of(
            Map.of("a0", 1_000L, "b1", 2_000L, "c1", 9_000L),
            List.of(new Arrival("a0", 1_900), new Arrival("b1", 2_600), new Arrival("c1", 9_600)),
            List.of(),
            id -> id.charAt(1));

    assertThat(verdict.pauses()).containsExactly(new Pause(2_000, 2_600), new Pause(9_000, 9_600));
  }
}
