package io.delaygate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.push.Breaker.State;
import io.delaygate.gateway.push.CallEnd.Answered;
import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.CallEnd.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the circuit breaker of an endpoint. */
class BreakerTest {
  private static final CallEnd FAILURE = new Failed(Kind.TIMEOUT, "late", 1);
  private static final CallEnd SUCCESS = status(200);

  @Test
  void opensAfterFiveFailuresInARow() {
    var four = failed(Breaker.CLOSED, 4, 0);
    assertThat(four.state(0)).isEqualTo(State.CLOSED);
    assertThat(four.allowsCall(0)).isTrue();
    var five = four.ended(FAILURE, 0);
    assertThat(five.state(0)).isEqualTo(State.OPEN);
    assertThat(five.allowsCall(999)).isFalse();
    assertThat(five.allowsCall(1_000)).isTrue();
    assertThat(five.state(1_000)).isEqualTo(State.HALF_OPEN);
  }

  @Test
  void aSuccessStartsTheCountAgain() {
    var closed = failed(Breaker.CLOSED, 4, 0).ended(SUCCESS, 0);
    assertThat(failed(closed, 4, 0).state(0)).isEqualTo(State.CLOSED);
  }

  @Test
  void letsOneCallThroughAfterThePause() {
    var probing = failed(Breaker.CLOSED, 5, 0).begun();
    assertThat(probing.allowsCall(1_000)).isFalse();
    assertThat(probing.allowsCall(1_000_000)).isFalse();
    assertThat(probing.ended(SUCCESS, 1_000)).isEqualTo(Breaker.CLOSED);
  }

  @ParameterizedTest
  @CsvSource({"1, 2000", "2, 4000", "5, 32000", "6, 60000", "7, 60000", "100, 60000"})
  void doublesThePauseUpToAMinute(int probes, long pauseMs) {
    var breaker = failed(Breaker.CLOSED, 5, 0);
    var now = 0L;
    for (var i = 0; i < probes; i++) {
      now = breaker.untilMs();
      breaker = breaker.begun().ended(FAILURE, now);
    }
    assertThat(breaker.untilMs() - now).isEqualTo(pauseMs);
  }

  @Test
  void failuresOfCallsThatBeganBeforeDoNotLengthenThePause() {
    var open = failed(Breaker.CLOSED, 5, 0);
    assertThat(failed(open, 20, 500)).isEqualTo(open);
  }

  @Test
  void aSuccessOfACallThatBeganBeforeCloses() {
    assertThat(failed(Breaker.CLOSED, 5, 0).ended(SUCCESS, 500)).isEqualTo(Breaker.CLOSED);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202, 204, 299})
  void aTestCallThatIsAcceptedCloses(int status) {
    var open = failed(Breaker.CLOSED, 5, 0);
    assertThat(open.tested(status(status))).isEqualTo(Breaker.CLOSED);
    assertThat(open.begun().tested(status(status))).isEqualTo(Breaker.CLOSED);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 404, 410, 429, 500, 503})
  void anyOtherTestCallCountsForNothing(int status) {
    var open = failed(Breaker.CLOSED, 5, 0);
    assertThat(open.begun().tested(status(status))).isEqualTo(open.begun());
    assertThat(open.tested(FAILURE)).isEqualTo(open);
    var four = failed(Breaker.CLOSED, 4, 0);
    assertThat(four.tested(status(status))).isEqualTo(four);
    assertThat(four.tested(SUCCESS)).isEqualTo(four);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 599, 429, 408})
  void countsStatusesOfAnEndpointThatCannotServe(int status) {
    assertThat(Breaker.CLOSED.ended(status(status), 0).failures()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 302, 400, 401, 404, 407, 409, 410, 428, 430, 499})
  void anEndpointThatAnswersIsNotBroken(int status) {
    assertThat(failed(Breaker.CLOSED, 4, 0).ended(status(status), 0)).isEqualTo(Breaker.CLOSED);
  }

  @ParameterizedTest
  @EnumSource(value = Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "STOPPED")
  void countsEveryFailureOfTheEndpoint(Kind kind) {
    assertThat(Breaker.CLOSED.ended(new Failed(kind, "", 0), 0).failures()).isEqualTo(1);
  }

  @Test
  void aCallThatTheGatewayEndedSaysNothing() {
    var open = failed(Breaker.CLOSED, 5, 0);
    assertThat(open.begun().ended(new Failed(Kind.STOPPED, "", 0), 1_000)).isEqualTo(open);
  }

  @Test
  void aNamespaceHoldsHalfOfTheCalls() {
    var shares = new PoolShares(256);
    assertThat(shares.room(0, 0)).isEqualTo(128);
    assertThat(shares.room(127, 127)).isEqualTo(1);
    assertThat(shares.room(128, 128)).isZero();
    assertThat(shares.room(255, 100)).isEqualTo(1);
    assertThat(shares.room(256, 0)).isZero();
    assertThat(new PoolShares(1).room(0, 0)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"10, 1, 10", "10, 3, 4", "10, 10, 1", "10, 11, 1", "1, 3, 1", "10, 0, 10"})
  void gatewaysShareTheParallelismOfAnEndpoint(int parallelism, int gateways, int expected) {
    assertThat(PoolShares.ofEndpoint(parallelism, gateways)).isEqualTo(expected);
  }

  private static Breaker failed(Breaker breaker, int times, long nowMs) {
    var after = breaker;
    for (var i = 0; i < times; i++) {
      after = after.ended(FAILURE, nowMs);
    }
    return after;
  }

  private static CallEnd status(int status) {
    return new Answered(status, null, new byte[0], 1);
  }
}
