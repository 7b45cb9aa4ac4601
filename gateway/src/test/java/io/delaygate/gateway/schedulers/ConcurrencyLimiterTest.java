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
import org.jspecify.annotations.Nullable;
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
    var held = many.take(null, () -> first);
    var broken = IntStream.range(0, 100_000).mapToObj(i -> takeBroken(many)).toList();

    // When
    first.complete("done");

    // Then
    assertThat(held).isCompletedWithValue("done");
    assertThat(broken).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void aShareWithManyTasksHoldsUpAnotherOneByOneTask() {
    // Given
    var one = new ConcurrencyLimiter(1, 100);
    var greedy = IntStream.range(0, 200).mapToObj(i -> take(one, "greedy")).toList();
    var waiting = greedy.stream().filter(task -> !task.isDone()).count();

    // When
    var other = take(one, "other");
    begun.get(0).complete("greedy");
    begun.get(1).complete("greedy");
    begun.get(2).complete("other");

    // Then
    assertThat(waiting).as("one that runs, and half of the places").isEqualTo(51);
    assertThatThrownBy(greedy.get(199)::join)
        .cause()
        .isInstanceOfSatisfying(
            ProblemException.class,
            why ->
                assertThat(why.problem().detail()).contains("the namespace has used up its share"));
    assertThat(other).isCompletedWithValue("other");
  }

  @Test
  void theLinesTakeTurns() {
    // Given
    var one = new ConcurrencyLimiter(1, 100);
    var order = new ArrayList<String>();
    for (var share : List.of("a", "a", "a", "a", "b", "b", "c")) {
      var unused = take(one, share).thenAccept(told -> order.add(share));
    }

    // When
    for (var i = 0; i < 7; i++) {
      begun.get(i).complete("done");
    }

    // Then
    assertThat(order).containsExactly("a", "a", "b", "c", "a", "b", "a");
  }

  private CompletableFuture<String> takeBroken() {
    return takeBroken(turns);
  }

  private static CompletableFuture<String> takeBroken(ConcurrencyLimiter limiter) {
    return limiter.take(
        null,
        () -> {
          throw new IllegalStateException("broken");
        });
  }

  private CompletableFuture<String> take() {
    return take(turns, null);
  }

  private CompletableFuture<String> take(ConcurrencyLimiter limiter, @Nullable String share) {
    return limiter.take(
        share,
        () -> {
          var task = new CompletableFuture<String>();
          begun.add(task);
          return task;
        });
  }
}
