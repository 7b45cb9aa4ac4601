package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@KafkaTest
class TwoSchedulersTest {
  private static final int JOBS = 5_000;

  @TempDir Path state;

  @Test
  void theOtherTakesOverWhenOneStops(KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state, 16)) {
      // Given
      var target = delaygate.target("orders", 2);
      var first = delaygate.startScheduler("one");
      var second = delaygate.startScheduler("two");
      var dueMs = System.currentTimeMillis() + 8_000;
      for (var i = 0; i < JOBS; i++) {
        var due = Long.toString(dueMs + i);
        delaygate
            .client()
            .sendLater("id-" + i, "v", "delay-due-ms", due, "delay-target-topic", target);
      }
      delaygate.client().flush();

      Awaitility.await().atMost(Installation.LIMIT).until(() -> bothHaveJobs(first, second));

      // When
      try (var reader = delaygate.read(target)) {
        reader.await(500);
        delaygate.stop(first);

        // Then
        reader.await(JOBS);
        var records = reader.toTheEnd();
        assertThat(records).hasSize(JOBS);
        assertThat(records.stream().map(r -> Reader.text(r.key())).collect(Collectors.toSet()))
            .hasSize(JOBS);
      }
    }
  }

  private static boolean bothHaveJobs(Service first, Service second) {
    return Stream.of(first, second).allMatch(s -> Metrics.of(s, "delaygate_pending_jobs ") > 0);
  }

  @Test
  void installationsWithDifferentPrefixesDoNotSeeEachOther(KafkaCluster cluster) {
    try (var one = new Installation(cluster, state.resolve("a"));
        var other = new Installation(cluster, state.resolve("b"))) {
      // Given
      var targetOfOne = one.target("orders", 1);
      var targetOfOther = other.target("orders", 1);
      one.startScheduler("one");
      other.startScheduler("one");

      // When
      one.client().send("same-id", "of one", "delay", "2s", "delay-target-topic", targetOfOne);
      other
          .client()
          .send("same-id", "of other", "delay", "2s", "delay-target-topic", targetOfOther);
      other.client().send("same-id", null, "delay-op", "cancel");
      other.client().send("marker", "end", "delay", "3s", "delay-target-topic", targetOfOther);

      // Then
      try (var readerOfOne = one.read(targetOfOne);
          var readerOfOther = other.read(targetOfOther)) {
        assertThat(Reader.text(readerOfOne.one().value())).isEqualTo("of one");
        assertThat(Reader.text(readerOfOther.one().value())).isEqualTo("end");
        assertThat(readerOfOther.toTheEnd()).hasSize(1);
      }
    }
  }
}
