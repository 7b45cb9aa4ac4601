package io.delaygate.gateway.access;

import static io.delaygate.gateway.access.IntervalRateLimiter.Direction.READ;
import static io.delaygate.gateway.access.IntervalRateLimiter.Direction.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Actor;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.IntervalLimits;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of rate limits by interval, with a manual ticker: calls pass up to the limit. */
class IntervalRateLimiterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Caller ONE = caller("one");
  private static final Caller OTHER = caller("other");

  private final List<LimitKind> refused = new ArrayList<>();
  private final List<Runnable> passed = new ArrayList<>();
  private @Nullable IntervalLimits limits = new IntervalLimits(5, 3, 10);
  private long now = Long.MAX_VALUE - SECOND;
  private int gateways = 1;
  private final IntervalRateLimiter windows =
      new IntervalRateLimiter(
          new Quotas.Knowledge(this::view, () -> gateways), () -> now, refused::add);

  @Test
  void aBurstPassesAndAllIsThereAgainWhenTheIntervalIsOver() {
    assertThat(calls(ONE, 9)).isEqualTo(5);
    now += 10 * SECOND - 1;
    assertThat(calls(ONE, 9)).isZero();
    now += 1;
    assertThat(calls(ONE, 9)).isEqualTo(5);
    assertThat(refused).hasSize(17).containsOnly(LimitKind.CALLS_PER_INTERVAL);
  }

  @Test
  void anIntervalBeginsWithItsFirstCall() {
    assertThat(calls(ONE, 9)).isEqualTo(5);
    now += 15 * SECOND;
    assertThat(calls(ONE, 4)).isEqualTo(4);
    now += 9 * SECOND;
    assertThat(calls(ONE, 4)).isEqualTo(1);
  }

  @Test
  void tokensAndDirectionsAreCountedApart() {
    assertThat(calls(ONE, 9)).isEqualTo(5);
    assertThat(calls(OTHER, 9)).isEqualTo(5);
    assertThat(calls(ONE, WRITE, 9)).isEqualTo(3);
  }

  @Test
  void whatDidNotSucceedIsGivenBackButNotWhatWasRefused() {
    // Given
    assertThat(calls(ONE, 7)).isEqualTo(5);

    // When
    passed.forEach(Runnable::run);

    // Then
    assertThat(calls(ONE, 9)).as("two that were refused count").isEqualTo(3);
  }

  @Test
  void whatIsGivenBackTooLateIsNoneOfTheNextInterval() {
    // Given
    assertThat(calls(ONE, 5)).isEqualTo(5);
    var late = List.copyOf(passed);
    now += 10 * SECOND;
    assertThat(calls(ONE, 9)).isEqualTo(5);

    // When
    late.forEach(Runnable::run);

    // Then
    assertThat(calls(ONE, 9)).isZero();
  }

  @Test
  void eachGatewayLetsItsPartPassRoundedUp() {
    gateways = 3;
    assertThat(calls(ONE, 9)).isEqualTo(2);
    gateways = 1;
    assertThat(calls(ONE, WRITE, 9)).isEqualTo(3);
  }

  @Test
  void nothingIsCountedWhereThereIsNoBound() {
    limits = new IntervalLimits(0, 1, 1);
    assertThat(calls(ONE, 100)).isEqualTo(100);
    limits = null;
    assertThat(calls(ONE, WRITE, 100)).isEqualTo(100);
    assertThat(calls(caller(""), 100)).isEqualTo(100);
  }

  @Test
  void theLongestIntervalDoesNotEnd() {
    limits = new IntervalLimits(1, 0, Long.MAX_VALUE);
    assertThat(calls(ONE, 2)).isEqualTo(1);
    now += Long.MAX_VALUE;
    assertThat(calls(ONE, 2)).isZero();
  }

  private int calls(Caller caller, int count) {
    return calls(caller, READ, count);
  }

  private int calls(Caller caller, IntervalRateLimiter.Direction direction, int count) {
    passed.clear();
    for (var i = 0; i < count; i++) {
      try {
        passed.add(windows.take(caller, direction));
      } catch (ProblemException exceeded) {
        assertThat(exceeded.problem().reason()).isEqualTo(ReasonCode.LIMIT_EXCEEDED);
      }
    }
    return passed.size();
  }

  private ControlView view() {
    var token = new TokenControl("a", "shop", "write", UsageLimits.NONE, limits);
    return new ControlView(Map.of(), Map.of(), Map.of("one", token, "other", token));
  }

  private static Caller caller(String token) {
    return new Caller("a", "shop", Role.WRITE, UsageLimits.NONE, token, new Actor("a@shop"));
  }
}
