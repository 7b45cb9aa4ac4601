package io.delaygate.gateway.lmstfy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.javalin.http.Context;
import java.lang.reflect.Proxy;
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

  private final PoolThreadLimiter share = new PoolThreadLimiter(2);
  private int handled;

  @Test
  void callsBeyondTheShareAreRefusedWhileOthersHoldIt() throws Exception {
    share.handle(
        CALL,
        first ->
            share.handle(
                first,
                second ->
                    assertThatThrownBy(() -> share.handle(second, third -> handled++))
                        .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused -> assertThat(refused.problem().status()).isEqualTo(503))));

    assertThat(handled).isZero();
    share.handle(CALL, later -> handled++);
    assertThat(handled).isOne();
  }

  @Test
  void aCallThatFailsGivesItsThreadBack() throws Exception {
    for (var i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  share.handle(
                      CALL,
                      call -> {
                        throw new IllegalStateException("failed");
                      }))
          .isInstanceOf(IllegalStateException.class);
    }
    share.handle(CALL, call -> handled++);
    assertThat(handled).isOne();
  }
}
