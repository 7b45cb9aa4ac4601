package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.store.OpenStore.logged;
import static io.delaygate.scheduler.store.OpenStore.tombstone;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.JobState;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the counts of namespaces other than the default one. */
class NamespaceCountTest {
  @Test
  void followsEachChangeAndCountsNoJobTwice(@TempDir Path directory) {
    try (var jobs = OpenStore.exactlyOnce(directory)) {
      // Given
      jobs.put(due("@shop/a", 10));
      jobs.put(due("@shop/b", 10));
      jobs.put(due("@bank/c", 10));
      jobs.put(due("d", 10));

      // When
      jobs.put(due("@shop/b", 10).parked(90, null));
      jobs.delete("@bank/c");

      // Then
      assertThat(jobs.statistics().namespaces())
          .containsExactlyInAnyOrder(
              new NamespaceCount(JobState.SCHEDULED, "shop", 1),
              new NamespaceCount(JobState.PARKED, "shop", 1));
      assertThat(jobs.store().counted().pending()).isEqualTo(3);
      assertThat(jobs.store().counted().pending("orders")).isEqualTo(3);
    }
  }

  @Test
  void followsARestore(@TempDir Path directory) {
    try (var jobs = OpenStore.exactlyOnce(directory)) {
      // Given
      jobs.restore(logged(due("@shop/gone", 10)), logged(due("@shop/ended", 10)));

      // When
      var ended = EndedJob.of(due("@shop/ended", 10), EndState.DELIVERED, 11);
      jobs.restore(
          tombstone("@shop/gone"),
          new OpenStore.Logged(OpenStore.key("@shop/ended").get(), EndedJobCodec.encode(ended)),
          logged(due("@shop/stays", 10)),
          logged(due("@shop/stays", 20)));

      // Then
      assertThat(jobs.statistics().namespaces())
          .containsExactly(new NamespaceCount(JobState.SCHEDULED, "shop", 1));
    }
  }

  @Test
  void isKeptByAnOrderlyClose(@TempDir Path directory) {
    // Given
    try (var jobs = OpenStore.exactlyOnce(directory)) {
      jobs.put(due("@shop/a", 10));
      jobs.put(due("b", 10));
      jobs.commit();
    }

    // When
    try (var jobs = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(jobs.statistics().namespaces())
          .containsExactly(new NamespaceCount(JobState.SCHEDULED, "shop", 1));
      assertThat(jobs.store().counted().pending()).isEqualTo(2);
    }
  }

  /** Such a version changed jobs meanwhile, and kept the counts that it does not know. */
  @Test
  void isMadeAnewWhereAVersionThatCountsNoneClosedTheStore(@TempDir Path directory)
      throws Exception {
    // Given
    try (var jobs = OpenStore.exactlyOnce(directory)) {
      jobs.put(due("@shop/a", 10));
      jobs.commit();
    }
    try (var former = FormerStore.ofNoNamespaces(directory)) {
      former.addToPresent(due("@shop/b", 10));
      former.statistics(0, 0);
    }

    // When
    try (var jobs = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(jobs.statistics().namespaces())
          .containsExactly(new NamespaceCount(JobState.SCHEDULED, "shop", 2));
      assertThat(jobs.store().counted().pending()).isEqualTo(2);
    }
    try (var former = FormerStore.ofNoNamespaces(directory)) {
      assertThat(former.hasStatistics()).isFalse();
    }
  }
}
