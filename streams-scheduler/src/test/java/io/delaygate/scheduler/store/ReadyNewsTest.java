package io.delaygate.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.store.ReadyNews.Moment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadyNewsTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Moment UNKNOWN = new Moment(0, 0);

  private final ReadyNews news = new ReadyNews();

  @Test
  void whoKnowsNothingIsToldOfAll() {
    var told = after("one", UNKNOWN, "a", "b");

    assertThat(told).succeedsWithin(SOON);
    assertThat(told.join().topics()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void whoWaitsIsToldOfHisQueuesAndOfNoOther() {
    // Given
    var now = news.news(UNKNOWN, Set.of()).at();
    var told = after("one", now, "a", "b");

    // When
    news.came(List.of("c"));
    assertThat(told).isNotDone();
    news.came(List.of("b", "d"));

    // Then: without a thread for each answer
    assertThat(told).isDone();
    assertThat(told.join().topics()).containsExactly("b");
    assertThat(after("one", told.join().at(), "a", "b")).isNotDone();
  }

  @Test
  void whatCameBeforeTheQuestionIsTold() {
    var now = news.news(UNKNOWN, Set.of()).at();
    news.came(List.of("a"));

    assertThat(after("one", now, "a")).succeedsWithin(SOON);
  }

  @Test
  void aQuestionEndsTheOneBeforeOfTheSameAsker() {
    // Given
    var now = news.news(UNKNOWN, Set.of()).at();
    var first = after("one", now, "a");
    var other = after("two", now, "a");

    // When
    var second = after("one", now, "a", "b");

    // Then
    assertThat(first).succeedsWithin(SOON);
    assertThat(first.join().topics()).isEmpty();
    assertThat(second).isNotDone();
    assertThat(other).isNotDone();
    assertThat(news.waiting()).isEqualTo(2);
  }

  @Test
  void ofQueuesThatWereForgottenIsToldThatTheyMayHaveJobs() {
    // Given
    var now = news.news(UNKNOWN, Set.of()).at();
    news.came(List.of("a"));

    // When
    IntStream.range(0, ReadyNews.QUEUES).forEach(i -> news.came(List.of("queue-" + i)));

    // Then
    assertThat(news.news(now, Set.of("a", "z")).topics()).containsExactlyInAnyOrder("a", "z");
  }

  @Test
  void aQueueThatNobodyAskedAboutIsToldOfAtOnce() {
    // Given
    news.came(List.of("b"));
    var now = news.news(UNKNOWN, Set.of()).at();

    // When
    var told = news.after("one", now, Set.of("a", "b"), Set.of("b"));

    // Then
    assertThat(told).succeedsWithin(SOON);
    assertThat(told.join().topics()).containsExactly("b");
  }

  private CompletableFuture<ReadyNews.News> after(String asker, Moment since, String... topics) {
    return news.after(asker, since, Set.of(topics), Set.of());
  }
}
