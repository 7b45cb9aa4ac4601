package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Test of cancels around the due time: each job is cancelled or delivered, as its answer says. */
@KafkaTest
@Isolated("races with the clock, and both have to win")
@Timeout(180)
class CancelRaceTest {
  private static final int JOBS = 10_000;

  /** Time to store all jobs on a slow machine. */
  private static final long LEAD_MS = 7_000;

  /**
   * Greatest time between a cancel and the due time, so that a busy machine does not decide all
   * races.
   */
  private static final int AROUND_MS = 750;

  /** Additional time of a cancel on its way to the scheduler on a busy machine. */
  private static final int WAY_MS = 50;

  @TempDir Path state;

  @Test
  void aCancelThatRacesWithTheDueTimeIsAnsweredTruly(KafkaCluster cluster)
      throws InterruptedException {
    try (var delaygate = new Installation(cluster, state);
        var inbox = new Inbox(delaygate)) {
      // Given
      var target = delaygate.target("raced", 3);
      delaygate.startScheduler("one");
      var startMs = System.currentTimeMillis() + LEAD_MS;
      scheduleOneEachMs(delaygate, target, startMs);

      // When
      cancelAround(startMs, inbox);
      delaygate.client().flush();

      // Then
      var answers = inbox.await(JOBS);
      assertThat(answers).as("commands answered").hasSize(JOBS);
      assertThat(answers.values()).as("each is answered once").allMatch(of -> of.size() == 1);
      var cancelled = answered(answers, "CANCELLED");
      var tooLate = answered(answers, "ALREADY_DELIVERED");
      System.out.printf("cancelled %d, delivered %d%n", cancelled.size(), tooLate.size());
      assertThat(cancelled.size() + tooLate.size()).as("answers of the two kinds").isEqualTo(JOBS);
      try (var reader = delaygate.read(target)) {
        reader.await(tooLate.size());
        assertThat(keys(reader)).as("delivered, and who was told so").isEqualTo(tooLate);
      }
      // how many of each depends on how busy the machine is
      assertThat(cancelled).as("both happen").hasSizeBetween(JOBS / 200, JOBS - JOBS / 200);
    }
  }

  private static void scheduleOneEachMs(Installation delaygate, String target, long startMs) {
    for (var i = 0; i < JOBS; i++) {
      var due = Long.toString(startMs + i);
      delaygate
          .client()
          .sendLater("id-" + i, "v", "delay-due-ms", due, "delay-target-topic", target);
    }
    delaygate.client().flush();
    assertThat(System.currentTimeMillis()).as("all are sent").isLessThan(startMs - AROUND_MS);
  }

  private static void cancelAround(long startMs, Inbox inbox) throws InterruptedException {
    var random = new Random(20_261_122);
    var sender = Executors.newSingleThreadScheduledExecutor();
    for (var i = 0; i < JOBS; i++) {
      var id = "id-" + i;
      var atMs = startMs + i - WAY_MS + random.nextInt(2 * AROUND_MS) - AROUND_MS;
      var unused =
          sender.schedule(
              () -> inbox.sendLater(id, id, "delay-op", "cancel"),
              atMs - System.currentTimeMillis(),
              TimeUnit.MILLISECONDS);
    }
    sender.shutdown();
    assertThat(sender.awaitTermination(60, TimeUnit.SECONDS)).as("all cancels are sent").isTrue();
  }

  private static Set<String> answered(Map<String, List<Answer>> answers, String outcome) {
    return answers.entrySet().stream()
        .filter(entry -> entry.getValue().get(0).outcome().equals(outcome))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Ids of the delivered jobs; fails if one was delivered twice. */
  private static Set<String> keys(Reader reader) {
    var records = reader.toTheEnd();
    var keys =
        records.stream()
            .map(record -> Reader.text(record.key()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(records).as("deliveries").hasSize(keys.size());
    return keys;
  }
}
