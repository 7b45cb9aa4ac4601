package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Ack.Backoff;
import io.delaygate.harness.chaos.Ack.Lease;
import io.delaygate.harness.chaos.Ack.Letters;
import io.delaygate.harness.chaos.Operation.Verb;
import io.delaygate.harness.chaos.Violation.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the verdict on acknowledged jobs: each promise has a history that breaks it. */
class AttemptsVerdictTest {
  private static final Letters LETTERS = new Letters(false, true);
  private static final Backoff WAIT = new Backoff(100, false, 0);
  private static final Ack TWO = new Ack(2, new Lease(1_000, false), WAIT, LETTERS);
  private static final Ack ONE = new Ack(1, new Lease(1_000, false), WAIT, LETTERS);
  private static final Ack RESERVED = new Ack(2, new Lease(1_000, true), WAIT, LETTERS);

  @Test
  void acceptsAFinishedAttempt() {
    assertGreen(delivered(TWO).says(Verb.FINISH, 1, "a"));
    assertGreen(finished());
  }

  @Test
  void findsAnAttemptAfterItWasFinished() {
    assertRed(finished().attempt(0, 2, "b", 9_000), Kind.ATTEMPT);
  }

  @Test
  void findsAnAttemptThatIsMissing() {
    assertRed(scheduled(TWO), Kind.LOST);
    assertRed(delivered(TWO), Kind.LOST);
    assertRed(delivered(TWO).says(Verb.RELEASE, 1, "a"), Kind.LOST);
  }

  @Test
  void findsAnAttemptTooMany() {
    var dead = delivered(TWO).attempt(0, 2, "b", 1_600).died(0, "ATTEMPTS_EXHAUSTED", 2, 2_600);
    assertGreen(dead);
    assertRed(dead.attempt(0, 3, "c", 2_700), Kind.ATTEMPT);
  }

  @Test
  void findsAGapAndARepeatedAttempt() {
    assertRed(delivered(TWO).attempt(0, 3, "b", 9_000), Kind.ATTEMPT);
    assertRed(delivered(TWO).attempt(0, 1, "b", 9_000), Kind.ATTEMPT);
    assertRed(delivered(TWO).attempt(0, 1, "a", 500).says(Verb.FINISH, 1, "a"), Kind.ATTEMPT);
  }

  @Test
  void findsALeaseThatWasGivenBefore() {
    assertGreen(delivered(TWO).attempt(0, 2, "b", 1_600).says(Verb.FINISH, 2, "b"));
    assertRed(delivered(TWO).attempt(0, 2, "a", 1_600).says(Verb.FINISH, 2, "a"), Kind.ATTEMPT);
  }

  @Test
  void findsAnAttemptBeforeLeaseAndBackoffAreOver() {
    assertRed(delivered(TWO).attempt(0, 2, "b", 1_599), Kind.EARLY);
    assertRed(delivered(TWO).attempt(0, 2, "b", 1_599).says(Verb.FINISH, 2, "b"), Kind.EARLY);
    var released = delivered(TWO).says(Verb.RELEASE, 1, "a").answered("RELEASED");
    assertGreen(released.attempt(0, 2, "b", 1_100).says(Verb.FINISH, 2, "b"));
  }

  @Test
  void findsAnAttemptBeforeTheTimeOfItsRelease() {
    var released = delivered(TWO).releases(1, "a", 700).answered("RELEASED");
    assertRed(released.attempt(0, 2, "b", 1_699).says(Verb.FINISH, 2, "b"), Kind.EARLY);
    assertGreen(
        delivered(TWO).releases(1, "a", 700).attempt(0, 2, "b", 1_700).says(Verb.FINISH, 2, "b"));
  }

  @Test
  void findsAReleaseThatDoesNotWaitAsThePolicySays() {
    assertGreen(releasedUntil(1_100));
    assertRed(releasedUntil(1_099), Kind.FALSE_OUTCOME);
    assertRed(releasedUntil(1_101), Kind.FALSE_OUTCOME);
  }

  @Test
  void findsAnOldLeaseThatWasHeard() {
    var second = delivered(TWO).attempt(0, 2, "b", 1_600);
    var late = second.says(Verb.FINISH, 1, "a").says(Verb.FINISH, 2, "b").answered("DONE");
    assertGreen(late);
    var heard = delivered(TWO).attempt(0, 2, "b", 1_600).says(Verb.FINISH, 2, "b").answered("DONE");
    assertRed(heard.says(Verb.FINISH, 1, "a").answered("DONE"), Kind.FALSE_OUTCOME);
  }

  @Test
  void findsThatWhoHasTheLeaseWasNotHeard() {
    var running = new Outcome.Lease(1, "a", 1_500);
    var refused = delivered(TWO).says(Verb.FINISH, 1, "a").answered("STALE", "READY", 2, running);
    assertRed(refused, Kind.FALSE_OUTCOME);
  }

  @Test
  void acceptsThatALateFinishIsStale() {
    var late =
        delivered(ONE)
            .died(0, "ATTEMPTS_EXHAUSTED", 1, 1_500)
            .says(Verb.FINISH, 1, "a")
            .answered("STALE", "DEAD", 3, 500);
    assertGreen(late);
  }

  @Test
  void acceptsBothEndsOfAFinishWithoutAnswer() {
    assertGreen(delivered(ONE).says(Verb.FINISH, 1, "a"));
    assertGreen(delivered(ONE).says(Verb.FINISH, 1, "a").died(0, "ATTEMPTS_EXHAUSTED", 1, 1_500));
  }

  @Test
  void findsAMissingLetterAndASecondOne() {
    var buried = delivered(TWO).says(Verb.BURY, 1, "a").answered("BURIED", "DEAD", 3, 500);
    assertRed(buried, Kind.DEAD_LETTER);
    assertGreen(buried.died(0, "BURIED", 1, 1_000));
    assertRed(buried.died(0, "BURIED", 1, 1_000), Kind.DEAD_LETTER);
  }

  @Test
  void findsALetterWithAnotherReasonOrPayloadOrBeforeItsTime() {
    assertRed(delivered(ONE).died(0, "BURIED", 1, 1_500), Kind.DEAD_LETTER);
    assertRed(delivered(ONE).died(7, "ATTEMPTS_EXHAUSTED", 1, 1_500), Kind.DEAD_LETTER);
    assertRed(delivered(ONE).died(0, "ATTEMPTS_EXHAUSTED", 1, 1_499), Kind.DEAD_LETTER);
    assertGreen(delivered(ONE).died(0, "ATTEMPTS_EXHAUSTED", 1, 1_500));
  }

  @Test
  void judgesTheTimeOfALetterByTheClockThatWasAhead() {
    var ahead = delivered(ONE).clocks(3_000, 0);
    assertGreen(ahead.died(0, "ATTEMPTS_EXHAUSTED", 1, -1_500));
    var tooEarly = delivered(ONE).clocks(3_000, 0).died(0, "ATTEMPTS_EXHAUSTED", 1, -1_501);
    assertRed(tooEarly, Kind.DEAD_LETTER);
  }

  @Test
  void beginsANewCountWithAKick() {
    var kicked = delivered(ONE).died(0, "ATTEMPTS_EXHAUSTED", 1, 1_500).kick();
    assertGreen(kicked.attempt(0, 1, "b", 2_000).says(Verb.FINISH, 1, "b"));
    var buried = delivered(TWO).says(Verb.BURY, 1, "a").answered("BURIED");
    var counted = buried.died(0, "BURIED", 1, 1_000).kick();
    assertRed(counted.attempt(0, 2, "b", 2_000), Kind.ATTEMPT);
  }

  @Test
  void findsAKickThatDeliveredNothing() {
    var kicked = delivered(ONE).died(0, "ATTEMPTS_EXHAUSTED", 1, 1_500).kick();
    assertRed(kicked.answered("KICKED"), Kind.LOST);
  }

  @Test
  void findsADiscardedLetterThatWasKickedAllTheSame() {
    var discarded = delivered(ONE).died(0, "ATTEMPTS_EXHAUSTED", 1, 1_500).discard();
    assertGreen(discarded.answered("DISCARDED", "DISCARDED", 3, 500));
    assertRed(discarded.kick().answered("KICKED"), Kind.FALSE_OUTCOME);
  }

  @Test
  void givesAnAttemptToWhoReservedIt() {
    var own = new Outcome.Lease(1, "own", 2_000);
    var reserved =
        delivered(TWO).says(Verb.RESERVE, 1, "a").answered("RESERVED", "RESERVED", 3, own);
    assertGreen(reserved.says(Verb.FINISH, 1, "own").answered("DONE", "DONE", 3, 500));
    var other = delivered(TWO).says(Verb.RESERVE, 1, "a").answered("RESERVED", "RESERVED", 3, own);
    assertRed(other.says(Verb.FINISH, 1, "a").answered("DONE", "DONE", 3, 500), Kind.FALSE_OUTCOME);
  }

  @Test
  void deliversAnAttemptAgainThatNobodyReserved() {
    var againMs = 500 + Rig.RESERVE_WAIT_MS;
    assertGreen(delivered(RESERVED).attempt(0, 1, "b", againMs).says(Verb.FINISH, 1, "b"));
    assertRed(delivered(RESERVED).attempt(0, 1, "b", againMs - 1), Kind.ATTEMPT);
    assertRed(delivered(RESERVED).attempt(0, 1, "a", againMs), Kind.ATTEMPT);
    assertRed(delivered(RESERVED).attempt(0, 2, "b", againMs), Kind.ATTEMPT);
  }

  @Test
  void acceptsThatALeaseIsVoidWhileTheTargetTakesNoCopy() {
    var againMs = 500 + Rig.RESERVE_WAIT_MS;
    assertGreen(parked().attempt(0, 1, "b", againMs).says(Verb.FINISH, 1, "b"));
    assertRed(parked().attempt(0, 2, "b", againMs).says(Verb.FINISH, 2, "b"), Kind.ATTEMPT);
    assertRed(parked(), Kind.LOST);
    var stale = delivered(RESERVED).says(Verb.FINISH, 1, "a");
    var lease = new Outcome.Lease(1, "a", 9_000);
    assertRed(stale.answered("STALE", "READY", 2, lease), Kind.FALSE_OUTCOME);
  }

  @Test
  void findsMoreTimeThatWasNotGiven() {
    var extended = delivered(TWO).says(Verb.EXTEND, 1, "a");
    var shown = extended.answered("EXTENDED", "READY", 3, new Outcome.Lease(1, "a", 1_999));
    assertRed(shown, Kind.FALSE_OUTCOME);
    var early = delivered(TWO).says(Verb.EXTEND, 1, "a").answered("EXTENDED");
    assertRed(early.attempt(0, 2, "b", 2_099), Kind.EARLY);
    assertGreen(
        delivered(TWO)
            .says(Verb.EXTEND, 1, "a")
            .answered("EXTENDED")
            .attempt(0, 2, "b", 2_100)
            .says(Verb.FINISH, 2, "b"));
  }

  @Test
  void takesACancelledJobFromItsWorker() {
    var cancelled = delivered(TWO).cancel().answered("CANCELLED", "CANCELLED", 2, 500);
    assertGreen(cancelled.says(Verb.FINISH, 1, "a").answered("STALE", "CANCELLED", 2, 500));
    assertRed(cancelled.attempt(0, 2, "b", 1_600), Kind.ATTEMPT);
  }

  @Test
  void findsAnExpiryWithoutLetter() {
    var expiring = Histories.begin().acknowledged(TWO).schedule(500, "replace", 600);
    assertRed(expiring, Kind.DEAD_LETTER);
    assertGreen(expiring.died(0, "EXPIRED", 0, 601));
    var under = Histories.begin().acknowledged(TWO).schedule(500, "replace", 600);
    assertGreen(under.attempt(0, 1, "a", 500).died(0, "EXPIRED", 1, 601));
  }

  @Test
  void saysWhatIsDeadAndWhatWasDone() {
    assertThat(finished().verdict().left().results()).isEqualTo(Map.of(Histories.ID, "value-1"));
    var dead = delivered(ONE).died(0, "ATTEMPTS_EXHAUSTED", 1, 1_500).verdict();
    assertThat(dead.left().dead()).isEqualTo(Map.of(Histories.ID, true));
    assertThat(dead.left().pending()).isEmpty();
    assertThat(dead.left().stored()).isEqualTo(Map.of(Histories.ID, true));
  }

  private static Histories scheduled(Ack ack) {
    return Histories.begin()
        .acknowledged(ack)
        .schedule(500)
        .answered("SCHEDULED", "SCHEDULED", 1, 500);
  }

  private static Histories delivered(Ack ack) {
    return scheduled(ack).attempt(0, 1, "a", 500);
  }

  private static Histories parked() {
    return delivered(RESERVED).says(Verb.FINISH, 1, "a").answered("STALE", "PARKED", 3, 500);
  }

  private static Histories finished() {
    return delivered(TWO).says(Verb.FINISH, 1, "a").answered("DONE", "DONE", 2, 500);
  }

  private static Histories releasedUntil(long dueMs) {
    return delivered(TWO)
        .says(Verb.RELEASE, 1, "a")
        .answered("RELEASED", "SCHEDULED", 3, dueMs)
        .attempt(0, 2, "b", dueMs)
        .says(Verb.FINISH, 2, "b");
  }

  private static void assertGreen(Histories history) {
    assertThat(history.verdict().violations()).isEmpty();
  }

  private static void assertRed(Histories history, Kind kind) {
    assertThat(history.verdict().violations()).extracting(Violation::kind).containsOnly(kind);
  }
}
