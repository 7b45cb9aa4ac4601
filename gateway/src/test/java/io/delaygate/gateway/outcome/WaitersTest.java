package io.delaygate.gateway.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.publish.Published;
import io.delaygate.schemas.contract.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitersTest {
  private static final Published.Stored STORED = new Published.Stored(1, 2, 3);
  private static final Duration LONG = Duration.ofMinutes(1);
  private final Waiters waiters = new Waiters(new Random(1), 2);

  @Test
  void eachHasItsOwnIdOfThisInstance() {
    var first = waiters.open();
    var second = waiters.open();
    var other = new Waiters(new Random(2), 1).open();

    assertThat(waiters.find(bytes(first))).isSameAs(first);
    assertThat(waiters.find(bytes(second))).isSameAs(second);
    assertThat(waiters.owns(bytes(second))).isTrue();
    assertThat(waiters.owns(bytes(other))).isFalse();
  }

  @Test
  void whatIsShorterOrForeignIsNotOwn() {
    var own = waiters.open().correlationId();
    var prefix = own.substring(0, 33);

    assertThat(waiters.owns(null)).isFalse();
    assertThat(waiters.owns(new byte[0])).isFalse();
    assertThat(waiters.owns(prefix.getBytes(StandardCharsets.US_ASCII))).isFalse();
  }

  @Test
  void whoHasAnAnswerIsForgottenBeforeItIsLearned() {
    var waiter = waiters.open();
    var seen = waiter.answer().thenApply(answer -> waiters.count());

    waiter.decided(new Answer.Decided(Outcome.CANCELLED, null, null, 1, 2, null));

    assertThat(seen).isCompletedWithValue(0);
    assertThat(waiters.find(bytes(waiter))).isNull();
    assertThat(waiters.isEmpty()).isTrue();
  }

  @Test
  void theFirstAnswerStays() {
    var waiter = waiters.open();
    waiter.published(STORED, LONG);

    waiter.giveUp();
    waiter.decided(new Answer.Decided(Outcome.CANCELLED, null, null, 1, 2, null));
    waiter.published(new Published.Unknown(), LONG);

    assertThat(waiter.answer()).isCompletedWithValue(new Answer.Unanswered(STORED));
    assertThat(waiters.count()).isZero();
  }

  @Test
  void noMoreThanTheLimitWait() {
    var first = waiters.open();
    waiters.open();

    assertThatThrownBy(waiters::open).isInstanceOf(ProblemException.class);

    first.drop();
    assertThat(waiters.open()).isNotNull();
  }

  @Test
  void aTimeOutAnswersWhatIsStored() throws Exception {
    var waiter = waiters.open();

    waiter.published(STORED, Duration.ofMillis(1));

    assertThat(waiter.answer().get(10, TimeUnit.SECONDS)).isEqualTo(new Answer.Unanswered(STORED));
  }

  @Test
  void closingAnswersEverybodyByWhatIsKnown() {
    var stored = waiters.open();
    stored.published(STORED, LONG);
    var sent = waiters.open();

    waiters.close();

    assertThat(stored.answer()).isCompletedWithValue(new Answer.Unanswered(STORED));
    assertThat(sent.answer()).isCompletedWithValue(new Answer.Unsent(new Published.Unknown()));
    assertThat(waiters.open().answer())
        .isCompletedWithValue(new Answer.Unsent(new Published.NotStored()));
    assertThat(waiters.count()).isZero();
  }

  @Test
  void whoWaitsForAResultPassesOverWhatElseBecomesOfTheJob() {
    var waiter = waiters.openForResult();

    waiter.decided(new Answer.Decided(Outcome.SCHEDULED, null, null, 1, 2, null));
    waiter.decided(new Answer.Decided(Outcome.STALE, null, null, 1, 3, null));
    assertThat(waiter.answer()).isNotDone();
    var done = new Answer.Decided(Outcome.DONE, null, null, 1, 4, "b2s=");
    waiter.decided(done);

    assertThat(waiter.answer()).isCompletedWithValue(done);
  }

  @Test
  void resultsAreNotWaitedForWhileTheGatewayStops() {
    var before = waiters.openForResult();
    var other = waiters.open();

    waiters.endResults();

    assertThat(before.answer()).isDone();
    assertThat(waiters.openForResult().answer()).isDone();
    assertThat(other.answer()).isNotDone();
  }

  private static byte[] bytes(Waiter waiter) {
    return waiter.correlationId().getBytes(StandardCharsets.US_ASCII);
  }
}
