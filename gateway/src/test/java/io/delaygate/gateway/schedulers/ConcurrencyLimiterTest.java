package io.delaygate.gateway.schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ConcurrencyLimiterTest {
  private final ConcurrencyLimiter turns = new ConcurrencyLimiter(2, 3);
  private final List<CompletableFuture<String>> begun = new ArrayList<>();

  @Test
  void soManyRunAndSoManyWaitAndOneMoreIsRefused() {
    // Given
    var taken = new ArrayList<CompletableFuture<String>>();
    for (var i = 0; i < 5; i++) {
      taken.add(take());
    }

    // When
    var refused = take();

    // Then
    assertThat(begun).hasSize(2);
    assertThat(taken).noneMatch(CompletableFuture::isDone);
    assertThatThrownBy(refused::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            ProblemException.class,
            why -> assertThat(why.problem().reason()).isEqualTo(ReasonCode.OVERLOADED));
  }

  @Test
  void eachEndMakesRoomForOneHoweverItCame() {
    // Given
    for (var i = 0; i < 5; i++) {
      var unused = take();
    }

    // When
    begun.get(0).complete("done");
    begun.get(1).completeExceptionally(new IllegalStateException("broken"));
    var more = List.of(take(), take());
    var refused = take();

    // Then
    assertThat(begun).hasSize(4);
    assertThat(more).noneMatch(CompletableFuture::isDone);
    assertThat(refused).isCompletedExceptionally();
  }

  private CompletableFuture<String> take() {
    return turns.take(
        () -> {
          var task = new CompletableFuture<String>();
          begun.add(task);
          return task;
        });
  }
}
