package io.delaygate.gateway.schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
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

  @Test
  void aTaskThatThrowsHasFailedAndLeavesItsPlace() {
    // When
    var thrown = IntStream.range(0, 9).mapToObj(i -> takeBroken()).toList();
    var taken = List.of(take(), take());

    // Then
    assertThat(thrown).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(begun).hasSize(2);
    assertThat(taken).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void aWaitingTaskThatThrowsDoesNotHoldUpTheNext() {
    // Given
    var first = take();
    var second = take();
    var broken = takeBroken();
    var next = take();

    // When
    begun.get(0).complete("done");

    // Then
    assertThat(first).isCompletedWithValue("done");
    assertThat(second).isNotDone();
    assertThat(broken).isCompletedExceptionally();
    assertThat(begun).hasSize(3);
    assertThat(next).isNotDone();
  }

  @Test
  void aLongRowOfTasksThatFailAtOnceIsWorkedOff() {
    // Given
    var many = new ConcurrencyLimiter(1, 100_000);
    var first = new CompletableFuture<String>();
    var held = many.take(() -> first);
    var broken = IntStream.range(0, 100_000).mapToObj(i -> takeBroken(many)).toList();

    // When
    first.complete("done");

    // Then
    assertThat(held).isCompletedWithValue("done");
    assertThat(broken).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  private CompletableFuture<String> takeBroken() {
    return takeBroken(turns);
  }

  private static CompletableFuture<String> takeBroken(ConcurrencyLimiter limiter) {
    return limiter.take(
        () -> {
          throw new IllegalStateException("broken");
        });
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
