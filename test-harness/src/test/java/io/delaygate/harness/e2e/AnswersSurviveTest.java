package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of answers of killed schedulers: what a scheduler has answered stays true. */
@KafkaTest
@Timeout(600)
class AnswersSurviveTest {
  /** Schedulers that run in parallel, because a start is mostly waiting. */
  private static final int SCHEDULERS = 3;

  /**
   * Kills of each scheduler, 9 in all; {@code -Danswers.kills=17} makes 51, which takes minutes
   * more.
   */
  private static final int KILLS_EACH = Integer.getInteger("answers.kills", 3);

  @TempDir Path directory;

  @Test
  void noAnswerTurnsOutFalseAfterManyKills(KafkaCluster cluster) throws Exception {
    // When
    var tallies = killAll(cluster);

    // Then
    System.out.println(tallies);
    assertThat(tallies).flatExtracting(Tally::faults).isEmpty();
    assertThat(tallies.stream().mapToInt(Tally::answered).sum())
        .isGreaterThanOrEqualTo(20 * SCHEDULERS * KILLS_EACH);
    assertThat(tallies.stream().mapToInt(Tally::unanswered).sum())
        .isGreaterThanOrEqualTo(2 * SCHEDULERS * KILLS_EACH);
  }

  private List<Tally> killAll(KafkaCluster cluster) throws Exception {
    var threads = Executors.newFixedThreadPool(SCHEDULERS);
    try {
      var running =
          IntStream.range(0, SCHEDULERS)
              .mapToObj(i -> threads.submit(() -> killOne(cluster, i)))
              .toList();
      return List.of(running.get(0).get(), running.get(1).get(), running.get(2).get());
    } finally {
      threads.shutdownNow();
    }
  }

  private Tally killOne(KafkaCluster cluster, int number) throws IOException {
    var own = Files.createDirectory(directory.resolve("scheduler-" + number));
    try (var scheduler = new KilledScheduler(cluster, own, number)) {
      scheduler.live(KILLS_EACH);
      var faults = scheduler.faults();
      return new Tally(
          scheduler.answeredCommands(),
          scheduler.unansweredCommands(),
          scheduler.neverAnswered(),
          faults);
    }
  }

  /** Results of one scheduler. */
  record Tally(int answered, int unanswered, long neverAnswered, List<String> faults) {}
}
