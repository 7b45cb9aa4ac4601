package io.delaygate.gateway.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PendingRepliesTest {
  private static final PublishResult.Stored STORED = new PublishResult.Stored(1, 2, 3);
  private static final JobId JOB = new JobId("@shop/a");
  private static final Duration LONG = Duration.ofMinutes(1);
  private final PendingReplies waiters = waiters(1, 2);

  @Test
  void eachHasItsOwnIdOfThisInstance() {
    var first = waiters.open(JOB);
    var second = waiters.open(JOB);
    var other = waiters(2, 1).open(JOB);

    assertThat(waiters.find(bytes(first))).isSameAs(first);
    assertThat(waiters.find(bytes(second))).isSameAs(second);
    assertThat(waiters.owns(bytes(second))).isTrue();
    assertThat(waiters.owns(bytes(other))).isFalse();
  }

  @Test
  void whoSeesOneIdCannotWorkOutTheNext() {
    var first = digits(waiters.open(JOB));
    var second = digits(waiters.open(JOB));

    assertThat(first).hasSize(16).isNotEqualTo(second);
    assertThat(second).hasSize(16);
  }

  @Test
  void aReplyIsAboutTheJobThatItsKeyNames() {
    var waiter = waiters.open(JOB);

    assertThat(waiter.isAbout(JOB.bytes())).isTrue();
    assertThat(waiter.isAbout(new JobId("a").bytes())).isFalse();
    assertThat(waiter.isAbout(null)).isFalse();
  }

  @Test
  void whatIsShorterOrForeignIsNotOwn() {
    var own = waiters.open(JOB).correlationId();
    var prefix = own.substring(0, 33);

    assertThat(waiters.owns(null)).isFalse();
    assertThat(waiters.owns(new byte[0])).isFalse();
    assertThat(waiters.owns(prefix.getBytes(StandardCharsets.US_ASCII))).isFalse();
  }

  @Test
  void whoHasAnAnswerIsForgottenBeforeItIsLearned() {
    var waiter = waiters.open(JOB);
    var seen = waiter.answer().thenApply(answer -> waiters.count());

    waiter.decided(new CommandResult.Decided(Outcome.CANCELLED, null, null, 1, 2, null));

    assertThat(seen).isCompletedWithValue(0);
    assertThat(waiters.find(bytes(waiter))).isNull();
    assertThat(waiters.isEmpty()).isTrue();
  }

  @Test
  void theFirstAnswerStays() {
    var waiter = waiters.open(JOB);
    waiter.published(STORED, LONG);

    waiter.giveUp();
    waiter.decided(new CommandResult.Decided(Outcome.CANCELLED, null, null, 1, 2, null));
    waiter.published(new PublishResult.Unknown(), LONG);

    assertThat(waiter.answer()).isCompletedWithValue(new CommandResult.Unanswered(STORED));
    assertThat(waiters.count()).isZero();
  }

  @Test
  void noMoreThanTheLimitWait() {
    var first = waiters.open(JOB);
    waiters.open(JOB);

    assertThatThrownBy(() -> waiters.open(JOB)).isInstanceOf(ProblemException.class);

    first.drop();
    assertThat(waiters.open(JOB)).isNotNull();
  }

  @Test
  void aTimeOutAnswersWhatIsStored() throws Exception {
    var waiter = waiters.open(JOB);

    waiter.published(STORED, Duration.ofMillis(1));

    assertThat(waiter.answer().get(10, TimeUnit.SECONDS))
        .isEqualTo(new CommandResult.Unanswered(STORED));
  }

  @Test
  void closingAnswersEverybodyByWhatIsKnown() {
    var stored = waiters.open(JOB);
    stored.published(STORED, LONG);
    var sent = waiters.open(JOB);

    waiters.close();

    assertThat(stored.answer()).isCompletedWithValue(new CommandResult.Unanswered(STORED));
    assertThat(sent.answer())
        .isCompletedWithValue(new CommandResult.Unsent(new PublishResult.Unknown()));
    assertThat(waiters.open(JOB).answer())
        .isCompletedWithValue(new CommandResult.Unsent(new PublishResult.NotStored()));
    assertThat(waiters.count()).isZero();
  }

  @Test
  void whoWaitsForAResultPassesOverWhatElseBecomesOfTheJob() {
    var waiter = waiters.openForResult(JOB);

    waiter.decided(new CommandResult.Decided(Outcome.SCHEDULED, null, null, 1, 2, null));
    waiter.decided(new CommandResult.Decided(Outcome.STALE, null, null, 1, 3, null));
    assertThat(waiter.answer()).isNotDone();
    var done = new CommandResult.Decided(Outcome.DONE, null, null, 1, 4, "b2s=");
    waiter.decided(done);

    assertThat(waiter.answer()).isCompletedWithValue(done);
  }

  @Test
  void resultsAreNotWaitedForWhileTheGatewayStops() {
    var before = waiters.openForResult(JOB);
    var other = waiters.open(JOB);

    waiters.endResults();

    assertThat(before.answer()).isDone();
    assertThat(waiters.openForResult(JOB).answer()).isDone();
    assertThat(other.answer()).isNotDone();
  }

  @Test
  void aNamespaceLeavesRoomForTheOthers() {
    // Given
    var shared =
        new PendingReplies(new RequestReply.Callers(new Random(1), namespace -> namespace), 16);
    for (var i = 0; i < 8; i++) {
      shared.openForResult(JOB);
    }

    // Then
    assertThatThrownBy(() -> shared.open(JOB))
        .isInstanceOfSatisfying(
            ProblemException.class,
            why ->
                assertThat(why.problem().detail()).contains("the namespace has used up its share"));
    assertThat(shared.open(new JobId("@depot/a"))).isNotNull();
    shared.close();
    assertThat(shared.count()).isZero();
  }

  static @Nullable String noShare(String namespace) {
    return null;
  }

  private static PendingReplies waiters(int seed, int most) {
    return new PendingReplies(
        new RequestReply.Callers(new Random(seed), PendingRepliesTest::noShare), most);
  }

  private static String digits(PendingReply waiter) {
    var id = waiter.correlationId();
    return id.substring(id.lastIndexOf('-') + 1);
  }

  private static byte[] bytes(PendingReply waiter) {
    return waiter.correlationId().getBytes(StandardCharsets.US_ASCII);
  }
}
