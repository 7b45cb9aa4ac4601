package io.delaygate.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Actor;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.UsageLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Tests of rate limits and quotas, with a manual ticker: which calls pass, and what counts. */
class QuotasTest {
  private static final long SECOND = 1_000_000_000L;

  /** More than the rounding error of the time in which a level rises by one. */
  private static final long MOMENT = 1_000;

  private static final UsageLimits FIVE = new UsageLimits(5, null, null, null);

  private final List<LimitKind> refused = new ArrayList<>();
  private final List<CompletableFuture<PendingJobQuota.Counted>> questions = new ArrayList<>();
  private long now = -7 * SECOND;
  private int gateways = 1;

  /** End offsets of this gateway's commands, by partition. */
  private Map<Integer, Long> ends = Map.of();

  /** Positions of the schedulers, by partition. */
  private Map<Integer, Long> positions = Map.of();

  private UsageLimits limits = UsageLimits.NONE;
  private final Quotas quotas =
      new Quotas(
          new Quotas.Knowledge(this::view, () -> gateways),
          new PendingJobQuota(this::ask, () -> ends, () -> now),
          () -> now,
          refused::add);

  @Test
  void asManyPassASecondAsMayAndASecondsWorthAtOnce() {
    limits = FIVE;

    assertThat(calls(caller("a", UsageLimits.NONE), 10)).isEqualTo(5);
    now += SECOND / 5 - 1;
    assertThat(calls(caller("a", UsageLimits.NONE), 10)).isZero();
    now += 1;
    assertThat(calls(caller("a", UsageLimits.NONE), 10)).isEqualTo(1);
    now += 100 * SECOND;
    assertThat(calls(caller("a", UsageLimits.NONE), 10)).isEqualTo(5);
    assertThat(refused).hasSize(29).containsOnly(LimitKind.REQUESTS_PER_SECOND);
  }

  @Test
  void eachGatewayLetsItsPartPass() {
    limits = new UsageLimits(30, null, null, null);
    gateways = 3;

    assertThat(calls(caller("a", UsageLimits.NONE), 30)).isEqualTo(10);
    gateways = 2;
    now += SECOND;
    assertThat(calls(caller("a", UsageLimits.NONE), 30)).isEqualTo(15);
  }

  @Test
  void lessThanOneASecondIsOneNowAndThen() {
    limits = new UsageLimits(1, null, null, null);
    gateways = 4;

    assertThat(calls(caller("a", UsageLimits.NONE), 3)).isEqualTo(1);
    now += 4 * SECOND - 1;
    assertThat(calls(caller("a", UsageLimits.NONE), 3)).isZero();
    now += 1;
    assertThat(calls(caller("a", UsageLimits.NONE), 3)).isEqualTo(1);
  }

  @Test
  void aTokenHasItsOwnAndAllOfANamespaceShareTheRest() {
    limits = new UsageLimits(8, null, null, null);

    assertThat(calls(caller("a", FIVE), 9)).isEqualTo(5);
    assertThat(calls(caller("b", FIVE), 9)).isEqualTo(3);
  }

  @Test
  void jobsAreCountedApartFromCalls() {
    limits = new UsageLimits(1, 2, null, null);
    var caller = caller("a", UsageLimits.NONE);

    assertThat(calls(caller, 5)).isEqualTo(1);
    assertThat(jobs(caller, 5)).isEqualTo(2);
    assertThat(refused).contains(LimitKind.REQUESTS_PER_SECOND, LimitKind.JOBS_PER_SECOND);
  }

  @Test
  void jobsThatAreDeliveredAgainAreCountedWithThoseScheduledAndArePendingAlready() {
    limits = new UsageLimits(null, 3, 1L, null);
    var caller = caller("a", UsageLimits.NONE);

    assertThat(jobs(caller, 1)).isEqualTo(1);
    assertThat(passed(() -> quotas.takeAgain(caller), 5)).isEqualTo(2);
    assertThat(refused).containsOnly(LimitKind.JOBS_PER_SECOND);
  }

  @Test
  void whatIsSentTogetherPassesAsAWholeAndIsMadeUpForLater() {
    limits = new UsageLimits(null, 4, null, null);
    var caller = caller("a", UsageLimits.NONE);

    assertThat(together(caller, 3)).isTrue();
    assertThat(together(caller, 2)).as("one is left, and stays").isFalse();
    assertThat(jobs(caller, 5)).isEqualTo(1);
    now += SECOND - MOMENT;
    assertThat(together(caller, 64)).as("less than a second's worth").isFalse();
    now += 2 * MOMENT;
    assertThat(together(caller, 64)).isTrue();
    now += 15 * SECOND + SECOND / 4 - MOMENT;
    assertThat(jobs(caller, 1)).isZero();
    now += 2 * MOMENT;
    assertThat(jobs(caller, 2)).isEqualTo(1);
  }

  @Test
  void whatIsRefusedByOneLimitCountsForNoOther() {
    limits = new UsageLimits(null, 2, 9L, null);
    var first = caller("a", new UsageLimits(null, 9, null, null));
    var second = caller("b", new UsageLimits(null, 2, null, null));

    assertThat(together(second, 2)).isTrue();
    assertThat(together(first, 9)).as("the namespace has none left").isFalse();
    limits = new UsageLimits(null, null, 9L, null);
    assertThat(together(first, 9)).as("two are pending").isFalse();
    limits = UsageLimits.NONE;
    assertThat(together(first, 9)).as("all of the token's are left").isTrue();
  }

  @Test
  void whatIsSentTogetherMayTakeOfOtherGatewaysPartOnceInAWhile() {
    limits = new UsageLimits(null, null, 10L, null);
    gateways = 3;
    var caller = caller("a", UsageLimits.NONE);

    assertThat(together(caller, 11)).isFalse();
    assertThat(together(caller, 10)).isTrue();
    answer(0, namespace -> 4);
    assertThat(jobs(caller, 1)).isZero();
  }

  @Test
  void aPayloadMayBeAsLargeAsItsBound() {
    limits = new UsageLimits(null, null, null, 3);
    var caller = caller("a", new UsageLimits(null, null, null, 5));

    quotas.fit(caller, 3);
    assertThatThrownBy(() -> quotas.fit(caller, 4))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> {
              assertThat(refusal.problem().status()).isEqualTo(429);
              assertThat(refusal.problem().reason()).isEqualTo(ReasonCode.LIMIT_EXCEEDED);
            });
  }

  @Test
  void pendingJobsAreWhatSchedulersSayAndWhatPassedSince() {
    limits = new UsageLimits(null, null, 10L, null);
    var caller = caller("a", UsageLimits.NONE);

    // nothing is known yet, so the whole quota may be free
    assertThat(jobs(caller, 4)).isEqualTo(4);
    answer(0, namespace -> 7);
    assertThat(jobs(caller, 9)).isZero();
    now += SECOND;
    assertThat(jobs(caller, 9)).isZero();
    answer(1, namespace -> namespace.equals("shop") ? 8 : 99);
    assertThat(jobs(caller, 9)).isEqualTo(2);
    now += SECOND - 1;
    assertThat(jobs(caller, 9)).isZero();
    assertThat(questions).hasSize(2);
  }

  @Test
  void schedulersThatCannotSayLeaveTheirLastWordInForce() {
    limits = new UsageLimits(null, null, 10L, null);
    var caller = caller("a", UsageLimits.NONE);
    assertThat(jobs(caller, 1)).isEqualTo(1);
    answer(0, namespace -> 5);

    now += SECOND;
    jobs(caller, 1);
    questions.get(1).completeExceptionally(new IllegalStateException("away"));
    now += SECOND;

    assertThat(jobs(caller, 9)).isEqualTo(3);
  }

  @Test
  void whatSchedulersHaveNotReadStaysCounted() {
    limits = new UsageLimits(null, null, 10L, null);
    var caller = caller("a", UsageLimits.NONE);
    assertThat(jobs(caller, 1)).isEqualTo(1);
    answer(0, namespace -> 0);

    assertThat(jobs(caller, 5)).isEqualTo(5);
    ends = Map.of(0, 4L, 1, 9L);
    askAgain(caller);
    positions = Map.of(0, 4L, 1, 8L);
    answer(1, namespace -> 0);
    assertThat(jobs(caller, 9)).as("one is not read yet, so perhaps none").isEqualTo(4);

    ends = Map.of(0, 7L, 1, 9L);
    askAgain(caller);
    positions = Map.of(0, 6L, 1, 9L);
    answer(2, namespace -> 5);
    assertThat(jobs(caller, 9)).as("the first ones are read, the next are not").isEqualTo(1);
  }

  @Test
  void whatPassedWhileSchedulersLaggedIsForgottenWhenTheyHaveReadOn() {
    limits = new UsageLimits(null, null, 10L, null);
    var caller = caller("a", UsageLimits.NONE);
    ends = Map.of(0, 4L);
    assertThat(jobs(caller, 2)).isEqualTo(2);
    answer(0, namespace -> 0);
    askAgain(caller);
    answer(1, namespace -> 0);
    assertThat(jobs(caller, 3)).isEqualTo(3);
    ends = Map.of(0, 7L);
    askAgain(caller);
    positions = Map.of(0, 4L);
    answer(2, namespace -> 2);
    assertThat(jobs(caller, 9)).as("three are not read yet").isEqualTo(5);

    positions = Map.of(0, 9L);
    askAgain(caller);
    answer(3, namespace -> 5);
    assertThat(jobs(caller, 9)).isEqualTo(5);
  }

  @Test
  void eachGatewayFillsItsPartOfWhatIsLeft() {
    limits = new UsageLimits(null, null, 10L, null);
    gateways = 3;

    assertThat(jobs(caller("a", UsageLimits.NONE), 10)).isEqualTo(4);
  }

  @Test
  void whoHasNoBoundCostsNothing() {
    assertThat(jobs(caller("a", UsageLimits.NONE), 1_000)).isEqualTo(1_000);
    assertThat(questions).isEmpty();
    assertThat(refused).isEmpty();
  }

  private boolean together(Caller caller, int jobs) {
    return passed(() -> quotas.take(caller, jobs), 1) == 1;
  }

  private int calls(Caller caller, int tries) {
    return passed(() -> quotas.call(caller), tries);
  }

  private int jobs(Caller caller, int tries) {
    return passed(() -> quotas.take(caller, 1), tries);
  }

  private static int passed(Runnable one, int tries) {
    var passed = 0;
    for (var i = 0; i < tries; i++) {
      try {
        one.run();
        passed++;
      } catch (ProblemException refusal) {
        assertThat(refusal.problem().reason()).isEqualTo(ReasonCode.LIMIT_EXCEEDED);
      }
    }
    return passed;
  }

  private CompletableFuture<PendingJobQuota.Counted> ask() {
    questions.add(new CompletableFuture<>());
    return questions.get(questions.size() - 1);
  }

  private void answer(int question, ToLongFunction<String> jobs) {
    var read = positions;
    questions
        .get(question)
        .complete(
            new PendingJobQuota.Counted() {
              @Override
              public long pendingWithin(String namespace) {
                return jobs.applyAsLong(namespace);
              }

              @Override
              public boolean includes(Map<Integer, Long> ends) {
                return ends.entrySet().stream()
                    .allMatch(end -> read.getOrDefault(end.getKey(), 0L) >= end.getValue());
              }
            });
  }

  /** Advances the time and sends too many jobs, so that the quota asks the schedulers again. */
  private void askAgain(Caller caller) {
    now += SECOND;
    assertThat(together(caller, 10_000)).isFalse();
  }

  private ControlView view() {
    var shop = new NamespaceControl(limits, List.of("*"), List.of());
    return new ControlView(Map.of(), Map.of("shop", shop), Map.of());
  }

  private static Caller caller(String token, UsageLimits limits) {
    return new Caller("somebody", "shop", Role.WRITE, limits, token, new Actor("a@shop"));
  }
}
