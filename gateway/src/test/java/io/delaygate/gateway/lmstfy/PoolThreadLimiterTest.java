package io.delaygate.gateway.lmstfy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.javalin.http.Context;
import java.lang.Thread.State;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PoolThreadLimiterTest {
  private static final Context CALL =
      (Context)
          Proxy.newProxyInstance(
              Context.class.getClassLoader(),
              new Class<?>[] {Context.class},
              (proxy, method, arguments) -> {
                throw new AssertionError("the call is the handler's");
              });

  private final PoolThreadLimiter share = new PoolThreadLimiter(2, Duration.ZERO);
  private int handled;

  @Test
  void callsBeyondTheShareAreRefusedWhileOthersHoldIt() throws Exception {
    share.handle(
        CALL,
        null,
        first ->
            share.handle(
                first,
                null,
                second ->
                    assertThatThrownBy(() -> share.handle(second, null, third -> handled++))
                        .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused -> assertThat(refused.problem().status()).isEqualTo(503))));

    assertThat(handled).isZero();
    share.handle(CALL, null, later -> handled++);
    assertThat(handled).isOne();
  }

  @Test
  void aCallThatFailsGivesItsThreadBack() throws Exception {
    for (var i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  share.handle(
                      CALL,
                      null,
                      call -> {
                        throw new IllegalStateException("failed");
                      }))
          .isInstanceOf(IllegalStateException.class);
    }
    share.handle(CALL, null, call -> handled++);
    assertThat(handled).isOne();
  }

  @Test
  void aCallWaitsForAPlaceThatBecomesFree() throws Exception {
    // Given
    var limiter = new PoolThreadLimiter(1, Duration.ofSeconds(30));
    var second = new FutureTask<>(() -> handle(limiter));
    var thread = new Thread(second);

    // When
    limiter.handle(
        CALL,
        null,
        first -> {
          thread.start();
          Awaitility.await().until(() -> isWaitingOrOver(thread));
        });

    // Then
    assertThat(second.get(30, TimeUnit.SECONDS)).isOne();
  }

  private static boolean isWaitingOrOver(Thread thread) {
    return thread.getState() == State.TIMED_WAITING || thread.getState() == State.TERMINATED;
  }

  private int handle(PoolThreadLimiter limiter) throws Exception {
    limiter.handle(CALL, null, call -> handled++);
    return handled;
  }
}
