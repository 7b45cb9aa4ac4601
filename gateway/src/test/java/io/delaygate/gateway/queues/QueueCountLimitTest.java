package io.delaygate.gateway.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueCountLimitTest {
  private static final int MOST = 3;

  private final Set<String> topics = new TreeSet<>();
  private final AtomicInteger questions = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private @Nullable RuntimeException failure;
  private final QueueCountLimit room =
      new QueueCountLimit(
          TopicNames.prefixed(""), this::ask, MOST, Duration.ofSeconds(1), nanos::get);

  private CompletableFuture<Set<String>> ask() {
    questions.incrementAndGet();
    return failure == null
        ? CompletableFuture.completedFuture(topics)
        : CompletableFuture.failedFuture(failure);
  }

  @Test
  void aNamespaceHasSoManyQueuesAndNoMore() {
    // Given
    topics.add("queue.shop.a");
    topics.add("queue.shop2.a");
    topics.add("orders");

    // When
    room.enter("shop", "queue.shop.b");
    room.enter("shop", "queue.shop.c");

    // Then
    assertThatThrownBy(() -> room.enter("shop", "queue.shop.d"))
        .isInstanceOf(ProblemException.class);
    room.enter("shop", "queue.shop.a");
    room.enter("shop2", "queue.shop2.b");
    assertThat(questions).hasValue(1);
  }

  @Test
  void aQueueThatIsEmptyLeavesItsPlaceASecondLater() {
    topics.addAll(Set.of("queue.shop.a", "queue.shop.b", "queue.shop.c"));
    assertThatThrownBy(() -> room.enter("shop", "queue.shop.d"))
        .isInstanceOf(ProblemException.class);

    topics.remove("queue.shop.b");
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());

    room.enter("shop", "queue.shop.d");
  }

  @Test
  void nobodyIsKeptOutWhileNoSchedulerTells() {
    failure = new IllegalStateException("away");

    room.enter("shop", "queue.shop.a");

    assertThat(questions).hasValue(1);
  }
}
