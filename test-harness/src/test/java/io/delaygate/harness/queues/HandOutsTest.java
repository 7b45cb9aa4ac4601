package io.delaygate.harness.queues;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.queues.Note.Done;
import io.delaygate.harness.queues.Note.Extended;
import io.delaygate.harness.queues.Note.Finished;
import io.delaygate.harness.queues.Note.HandedOut;
import io.delaygate.harness.queues.Note.Refused;
import io.delaygate.harness.queues.Note.Released;
import io.delaygate.harness.queues.Violation.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandOutsTest {
  private static final String JOB = "job";

  @Test
  void acceptsAttemptsThatFollowEachOther() {
    assertThat(
            kinds(
                new HandedOut(JOB, 1, 2_000, 1_000),
                new HandedOut(JOB, 2, 9_000, 2_000),
                new Released(JOB, 2, 2_010),
                new HandedOut(JOB, 3, 5_000, 2_010),
                new Extended(JOB, 3, 7_000),
                new HandedOut(JOB, 4, 9_000, 7_000),
                new Finished(JOB, 3),
                new Refused(JOB, 3, 7_001),
                new Finished(JOB, 4),
                new Done(JOB, 4, 8_000)))
        .isEmpty();
  }

  @Test
  void acceptsAFinishOfWhichNobodyKnows() {
    assertThat(kinds(new HandedOut(JOB, 1, 2_000, 1_000), new Finished(JOB, 1))).isEmpty();
  }

  @Test
  void acceptsAnAnswerThatWasOvertaken() {
    assertThat(
            kinds(
                new HandedOut(JOB, 2, 4_000, 3_000),
                new HandedOut(JOB, 1, 2_000, 3_001),
                new Finished(JOB, 2),
                new Done(JOB, 2, 3_100)))
        .isEmpty();
  }

  @Test
  void seesAJobThatNobodyGot() {
    assertThat(kinds()).containsExactly(Kind.UNFINISHED);
  }

  @Test
  void seesAJobThatWasGivenUp() {
    assertThat(kinds(new HandedOut(JOB, 1, 2_000, 1_000))).containsExactly(Kind.UNFINISHED);
  }

  @Test
  void seesAnAttemptInTwoHands() {
    assertThat(
            kinds(
                new HandedOut(JOB, 1, 2_000, 1_000),
                new HandedOut(JOB, 1, 5_000, 4_000),
                new Finished(JOB, 1)))
        .containsExactly(Kind.TWICE);
  }

  @Test
  void seesALeaseThatRanStill() {
    assertThat(
            kinds(
                new HandedOut(JOB, 1, 2_000, 1_000),
                new HandedOut(JOB, 2, 4_000, 1_999),
                new Finished(JOB, 2)))
        .containsExactly(Kind.LEASED);
  }

  @Test
  void seesALeaseThatRanStillAsItWasExtended() {
    assertThat(
            kinds(
                new HandedOut(JOB, 1, 2_000, 1_000),
                new Extended(JOB, 1, 3_000),
                new HandedOut(JOB, 2, 4_000, 2_999),
                new Finished(JOB, 2)))
        .containsExactly(Kind.LEASED);
  }

  @Test
  void seesAJobTakenBeforeItWasReleased() {
    assertThat(
            kinds(
                new HandedOut(JOB, 1, 2_000, 1_000),
                new Released(JOB, 1, 1_500),
                new HandedOut(JOB, 2, 4_000, 1_499),
                new Finished(JOB, 2)))
        .containsExactly(Kind.LEASED);
  }

  @Test
  void seesAJobThatComesAfterItsEnd() {
    assertThat(
            kinds(
                new HandedOut(JOB, 1, 2_000, 1_000),
                new Finished(JOB, 1),
                new Done(JOB, 1, 1_100),
                new HandedOut(JOB, 2, 4_000, 2_100)))
        .containsExactly(Kind.DONE);
  }

  @Test
  void seesALeaseThatWasTakenAway() {
    assertThat(
            kinds(
                new HandedOut(JOB, 1, 2_000, 1_000),
                new Finished(JOB, 1),
                new Refused(JOB, 1, 1_999),
                new Finished(JOB, 2)))
        .containsExactly(Kind.REFUSED);
  }

  @Test
  void countsJobsAndAttempts() {
    var log = new HandOuts();
    log.note(new HandedOut(JOB, 1, 2_000, 1_000));
    log.note(new HandedOut(JOB, 2, 4_000, 2_000));
    log.note(new Finished(JOB, 1));
    log.note(new Finished(JOB, 2));

    assertThat(log.handedOut()).isEqualTo(2);
    assertThat(log.finished()).isEqualTo(1);
  }

  private static List<Kind> kinds(Note... notes) {
    var log = new HandOuts();
    for (var note : notes) {
      log.note(note);
    }
    return log.violations(List.of(JOB)).stream().map(Violation::kind).toList();
  }
}
