package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Violation.Kind;
import org.junit.jupiter.api.Test;

/**
 * Tests of the verdict on the fragile target: what faults allow there, and that nothing else is
 * allowed.
 */
class FragileVerdictTest {
  private static final Fragile SMALL = Fragile.STANDS.after(FaultKind.TARGET_TAKES_LESS);
  private static final Fragile REMADE =
      Fragile.STANDS.after(FaultKind.TARGET_IS_REMADE).remade(500);

  @Test
  void aCommandMayBeRefusedForIt() {
    assertGreen(begun(SMALL).schedule(500).answered("REJECTED").letter());
    assertRed(begun(SMALL).schedule(500).answered("REJECTED"), Kind.FALSE_OUTCOME);
    assertRed(begun(SMALL).schedule(500).letter().delivered(0, 500), Kind.TWICE);
  }

  @Test
  void aChangeMayBeRefusedForIt() {
    assertGreen(
        begun(SMALL)
            .schedule(5_000)
            .reschedule(9_000)
            .answered("REJECTED")
            .letter()
            .delivered(0, 5_000));
    assertRed(
        begun(SMALL).schedule(5_000).cancel().answered("REJECTED").letter(), Kind.FALSE_OUTCOME);
  }

  @Test
  void noCommandIsRefusedForATargetThatStood() {
    assertRed(
        begun(Fragile.STANDS).schedule(500).answered("REJECTED").letter(), Kind.FALSE_OUTCOME);
    assertRed(
        Histories.begin().fragile(SMALL).stampedByBroker().schedule(500).letter(),
        Kind.FALSE_OUTCOME);
  }

  @Test
  void aJobMayDieOfWhatHappenedToIt() {
    assertGreen(begun(SMALL).schedule(500).died(0, "RECORD_TOO_LARGE", 0, 500));
    assertRed(begun(SMALL).schedule(500).died(0, "RECORD_TOO_LARGE", 0, 499), Kind.DEAD_LETTER);
    assertRed(begun(SMALL).schedule(500).died(0, "TARGET_KEY_REQUIRED", 0, 500), Kind.DEAD_LETTER);
    assertRed(
        begun(SMALL).schedule(500).died(0, "RECORD_TOO_LARGE", 0, 500).delivered(0, 500),
        Kind.DEAD_LETTER);
  }

  @Test
  void aDeliveryMayHaveGoneWithTheTopicThatHadIt() {
    assertGreen(begun(REMADE).schedule(500));
    assertGreen(begun(REMADE).schedule(500).delivered(0, 500));
    assertRed(begun(REMADE).schedule(501), Kind.LOST);
    assertRed(begun(SMALL).schedule(500), Kind.DEAD_LETTER);
  }

  @Test
  void aClockThatWasAheadDeliversWhatIsDueLater() {
    assertGreen(begun(REMADE).clocks(100, 0).schedule(600));
    assertRed(begun(REMADE).clocks(100, 0).schedule(601), Kind.LOST);
  }

  @Test
  void nothingIsForgivenThatComesTwiceOrEarly() {
    assertRed(begun(REMADE).schedule(500).delivered(0, 500).delivered(0, 500), Kind.TWICE);
    assertRed(begun(REMADE).schedule(500).delivered(0, 500, 499), Kind.EARLY);
  }

  private static Histories begun(Fragile fragile) {
    return Histories.begin().fragile(fragile);
  }

  private static void assertGreen(Histories history) {
    assertThat(history.verdict().violations()).isEmpty();
  }

  private static void assertRed(Histories history, Kind kind) {
    assertThat(history.verdict().violations()).extracting(Violation::kind).containsOnly(kind);
  }
}
