package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.delaygate.harness.console.ConsoleStack.ADMIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the time until the list of jobs appears while very many are pending. */
@KafkaTest
@Tag("bench")
class FirstTableTest {
  private static final int BATCHES = 10;
  private static final int JOBS = 10_000;
  private static final Duration FIRST_TABLE = Duration.ofSeconds(1);

  @Test
  void of100000PendingJobsTheFirstAreShownWithinASecond(
      KafkaCluster cluster, @TempDir Path folder) {
    try (var chromium = Chromium.start();
        var stack = new ConsoleStack(cluster, folder)) {
      // Given
      var target = stack.target("many");
      for (var batch = 0; batch < BATCHES; batch++) {
        stack.call("POST", "/v1/jobs/batch", batch(target, batch));
      }
      ConsoleStack.await()
          .until(() -> stack.call("GET", "/v1/stats", null).path("jobs").asInt() == BATCHES * JOBS);
      try (var visit = Visit.loggedIn(chromium.browser(), stack, ADMIN)) {
        visit.open("topics");
        assertThat(visit.heading("Topics")).isVisible();

        // When
        var start = System.nanoTime();
        visit.open("jobs");
        assertThat(visit.page().locator("tr[data-id]")).hasCount(50);
        var took = Duration.ofNanos(System.nanoTime() - start);

        // Then
        System.out.printf("first table of %d pending jobs: %s%n", BATCHES * JOBS, took);
        assertThat(took).isLessThan(FIRST_TABLE);
      }
    }
  }

  private static String batch(String target, int batch) {
    return IntStream.range(0, JOBS)
        .mapToObj(i -> job(target, batch * JOBS + i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String job(String target, int i) {
    return "{\"id\":\"m-%d\",\"target\":{\"topic\":\"%s\"},\"delay\":\"%dm\",\"value\":\"x\"}"
        .formatted(i, target, 60 + i % 600);
  }
}
