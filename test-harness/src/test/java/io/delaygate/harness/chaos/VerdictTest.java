package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the verdict: each promise has a history that breaks it, so that each check can fail. */
class VerdictTest {
  private static final long FAR_MS = 2 * Histories.QUIET_MS;

  @Test
  void acceptsADeliveryInTime() {
    assertGreen(scheduled().delivered(0, 500));
  }

  @Test
  void findsAnEarlyDelivery() {
    assertRed(scheduled().delivered(0, 500, 499), Kind.EARLY);
  }

  @Test
  void findsAnEarlyDeliveryByTheTimeOfTheBroker() {
    assertRed(begunWithBroker().delivered(0, 500, 499), Kind.EARLY);
  }

  @Test
  void judgesTheTimeOfTheBrokerByTheClockThatWasAhead() {
    assertGreen(begunWithBroker().clocks(3_000, 0).delivered(0, 500, -2_500));
    assertRed(begunWithBroker().clocks(3_000, 0).delivered(0, 500, -2_501), Kind.EARLY);
  }

  @Test
  void findsADueTimeThatIsNotTheOneAskedFor() {
    assertRed(scheduledUnanswered().delivered(0, 499), Kind.WRONG_DELIVERY);
    assertRed(scheduledUnanswered().delivered(0, 501), Kind.WRONG_DELIVERY);
    assertGreen(scheduledUnanswered().clocks(0, 5_000).delivered(0, 499));
  }

  @Test
  void findsALostJob() {
    assertRed(scheduled(), Kind.LOST);
    assertRed(scheduledUnanswered(), Kind.LOST);
  }

  @Test
  void findsAJobThatCameTwice() {
    assertRed(scheduled().delivered(0, 500).delivered(0, 500), Kind.TWICE);
  }

  @Test
  void findsAnotherPayloadThanTheOneOfTheJob() {
    assertRed(scheduled().delivered(7, 500), Kind.WRONG_DELIVERY);
  }

  @Test
  void findsADeliveryAfterItWasCancelled() {
    var history = scheduled().cancel().answered("CANCELLED", "CANCELLED", 1, 500);
    assertRed(history.delivered(0, 500), Kind.TWICE);
  }

  @Test
  void acceptsBothEndsOfACancelWithoutAnswer() {
    assertGreen(scheduled().cancel());
    assertGreen(scheduled().cancel().delivered(0, 500));
  }

  @Test
  void findsAnAnswerThatClaimsADeliveryThatNeverCame() {
    assertRed(scheduled().cancel().answered("ALREADY_DELIVERED", "DELIVERED", 1, 500), Kind.LOST);
  }

  @Test
  void findsAnAnswerThatNoCourseExplains() {
    assertRed(scheduled().cancel().answered("NOT_FOUND"), Kind.FALSE_OUTCOME);
    assertRed(
        scheduled().cancel().answered("CANCELLED").cancel().answered("ALREADY_DELIVERED"),
        Kind.FALSE_OUTCOME);
  }

  @Test
  void findsAVersionThatWentBack() {
    var history = scheduled().reschedule(500).answered("RESCHEDULED", "SCHEDULED", 1, 1_500);
    assertRed(history.delivered(0, 1_500), Kind.FALSE_OUTCOME);
  }

  @Test
  void findsACommandWithConditionThatWasCarriedOutAllTheSame() {
    var history =
        scheduled(FAR_MS)
            .reschedule(FAR_MS)
            .answered("RESCHEDULED", "SCHEDULED", 2, 1_000 + FAR_MS)
            .cancelVersion(1);
    assertRed(history.answered("CANCELLED", "CANCELLED", 2, 1_000 + FAR_MS), Kind.FALSE_OUTCOME);
  }

  @Test
  void findsADeliveryOfTheTimeBeforeAReschedule() {
    var history = scheduled().reschedule(9_000).answered("RESCHEDULED", "SCHEDULED", 2, 10_000);
    assertRed(history.delivered(0, 500), Kind.WRONG_DELIVERY);
    assertRed(history.delivered(0, 10_000), Kind.TWICE);
  }

  @Test
  void findsARepeatedScheduleThatBecameASecondJob() {
    var history = scheduled().schedule(500, "ignore", 0);
    assertRed(history.answered("SCHEDULED", "SCHEDULED", 1, 1_500), Kind.FALSE_OUTCOME);
    assertRed(
        scheduled().schedule(500, "ignore", 0).delivered(0, 500).delivered(1, 1_500), Kind.TWICE);
  }

  @Test
  void acceptsThatAReplacedJobLeavesOnce() {
    var history = scheduled().schedule(700).answered("REPLACED", "SCHEDULED", 2, 1_700);
    assertGreen(history.delivered(1, 1_700));
  }

  @Test
  void findsAReplacedJobThatCameAllTheSame() {
    var history = scheduled().schedule(700).answered("REPLACED", "SCHEDULED", 2, 1_700);
    assertRed(history.delivered(0, 500).delivered(1, 1_700), Kind.TWICE);
  }

  @Test
  void acceptsAFiredJobAtTheTimeOfTheAnswer() {
    var history = scheduled(FAR_MS).fire().answered("RESCHEDULED", "DELIVERED", 2, 1_020);
    assertGreen(history.delivered(0, 1_020));
  }

  @Test
  void findsAFiredJobThatStayed() {
    assertRed(scheduled(FAR_MS).fire().answered("RESCHEDULED", "DELIVERED", 2, 1_020), Kind.LOST);
  }

  @Test
  void findsADeliveryAfterTheExpiry() {
    var expiring = Histories.begin().schedule(500, "replace", 600);
    assertRed(expiring.delivered(0, 500, 601), Kind.WRONG_DELIVERY);
    assertGreen(Histories.begin().schedule(500, "replace", 600).delivered(0, 500, 600));
    assertGreen(Histories.begin().schedule(500, "replace", 600));
  }

  @Test
  void findsASecondAnswer() {
    assertRed(scheduled().answered("SCHEDULED", "SCHEDULED", 1, 500).delivered(0, 500), Kind.TWICE);
  }

  @Test
  void findsARefusalWithoutDeadLetterAndASecondLetter() {
    var refused = scheduled().delivered(0, 500).schedule(500, "reject", 0).answered("REJECTED");
    assertRed(refused, Kind.FALSE_OUTCOME);
    assertGreen(refused.letter());
    assertRed(refused.letter(), Kind.TWICE);
  }

  @Test
  void findsAJobAmongTheDeadLetters() {
    assertRed(
        scheduled().delivered(0, 500).died(0, "TARGET_UNAVAILABLE", 0, 500), Kind.DEAD_LETTER);
  }

  @Test
  void findsAStoredCommandThatIsGone() {
    assertRed(scheduled().delivered(0, 500).told(1, null), Kind.STORED_BUT_GONE);
    assertGreen(scheduled().delivered(0, 500).told(0, null));
  }

  @Test
  void findsATruthThatWasToldOtherwise() {
    assertRed(scheduled().delivered(0, 500).told(0, "REPLACED"), Kind.FALSE_OUTCOME);
    assertRed(scheduled().delivered(0, 500).toldWithoutPlace("NOT_FOUND"), Kind.FALSE_OUTCOME);
    assertGreen(scheduled().delivered(0, 500).told(0, "SCHEDULED"));
  }

  @Test
  void saysWhatIsPending() {
    assertThat(scheduled(FAR_MS).verdict().left().pending()).isEqualTo(Map.of(Histories.ID, true));
    assertThat(scheduled(FAR_MS).cancelVersion(5).verdict().left().pending())
        .isEqualTo(Map.of(Histories.ID, false));
    assertThat(scheduled().delivered(0, 500).verdict().left().pending()).isEmpty();
  }

  @Test
  void countsWhoWasNotAnswered() {
    assertThat(scheduledUnanswered().delivered(0, 500).verdict().unanswered()).isEqualTo(1);
    assertThat(scheduled().delivered(0, 500).verdict().unanswered()).isZero();
  }

  @Test
  void findsAMissingAnswerWhereAllBrokersStoodAndManyWhereTheyDidNot() {
    var verdict = scheduledUnanswered().delivered(0, 500).verdict();
    assertThat(verdict.unansweredThough(100, true))
        .extracting(Violation::kind)
        .containsExactly(Kind.UNANSWERED);
    assertThat(verdict.unansweredThough(5, false)).isEmpty();
    assertThat(verdict.unansweredThough(4, false)).as("more than a fifth").hasSize(1);
  }

  private static Histories scheduled() {
    return scheduled(500);
  }

  private static Histories scheduled(long delayMs) {
    return Histories.begin().schedule(delayMs).answered("SCHEDULED", "SCHEDULED", 1, delayMs);
  }

  private static Histories scheduledUnanswered() {
    return Histories.begin().schedule(500);
  }

  private static Histories begunWithBroker() {
    return Histories.begin().stampedByBroker().schedule(500);
  }

  private static void assertGreen(Histories history) {
    assertThat(history.verdict().violations()).isEmpty();
  }

  private static void assertRed(Histories history, Kind kind) {
    assertThat(history.verdict().violations()).extracting(Violation::kind).containsOnly(kind);
  }
}
