package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.BrokerProcess;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of kills during a burst: no job is lost, and none is delivered twice. */
class ExactlyOnceTest {
  private static final int JOBS = 20_000;

  /**
   * Rounds of half a minute each; {@code -Dcrash.rounds=5} runs more, and the chaos trial kills at
   * other moments.
   */
  private static final int ROUNDS = Integer.getInteger("crash.rounds", 1);

  /**
   * Rate of due jobs: the burst takes some seconds, so that also on a fast machine the kill is in
   * it.
   */
  private static final int JOBS_PER_MS = 5;

  @TempDir Path directory;

  @Test
  void losesAndDoublesNothingWhenTheSchedulerIsKilledInABurst() throws IOException {
    try (var broker = BrokerProcess.start(BrokerOptions.singleNode());
        var delaygate = new Installation(broker, directory)) {
      for (var round = 0; round < ROUNDS; round++) {
        killsTheSchedulerInABurst(delaygate, round);
      }
    }
  }

  private void killsTheSchedulerInABurst(Installation delaygate, int round) throws IOException {
    // Given
    var target = delaygate.target("burst-" + round, 3);
    try (var scheduler = child(delaygate, round);
        var reader = delaygate.read(target)) {
      scheduler.awaitReady();
      scheduleBurst(delaygate, target);

      // When
      var read = reader.await(1_000).size();
      scheduler.kill();

      // Then
      assertThat(read).as("round %d: read before the kill", round).isLessThan(19_000);
      scheduler.startAgain();
      assertEachOnce(delaygate, reader, scheduler, round);
    }
  }

  @Test
  void losesAndDoublesNothingWhenTheBrokerIsKilledInABurst() throws IOException {
    try (var broker = BrokerProcess.start(BrokerOptions.singleNode());
        var delaygate = new Installation(broker, directory);
        var scheduler = child(delaygate, 0)) {
      scheduler.awaitReady();
      for (var round = 0; round < ROUNDS; round++) {
        killsTheBrokerInABurst(delaygate, broker, scheduler, round);
      }
      assertThat(scheduler.isAlive()).as("the same scheduler all the time").isTrue();
    }
  }

  private static void killsTheBrokerInABurst(
      Installation delaygate, BrokerProcess broker, ServiceProcess scheduler, int round) {
    // Given
    var target = delaygate.target("burst-" + round, 3);
    try (var reader = delaygate.read(target)) {
      scheduleBurst(delaygate, target);

      // When
      var read = reader.await(1_000).size();
      broker.kill();

      // Then
      assertThat(read).as("round %d: read before the kill", round).isLessThan(19_000);
      broker.start();
      assertEachOnce(delaygate, reader, scheduler, round);
    }
  }

  private ServiceProcess child(Installation delaygate, int round) throws IOException {
    var output = directory.resolve("scheduler-" + round + ".log");
    return ServiceProcess.scheduler(
        delaygate.settings("child", Map.of("group.instance.id", "child")), output);
  }

  private static void scheduleBurst(Installation delaygate, String target) {
    var firstDueMs = System.currentTimeMillis() + 4_000;
    for (var i = 0; i < JOBS; i++) {
      var due = Long.toString(firstDueMs + i / JOBS_PER_MS);
      delaygate
          .client()
          .sendLater(
              target + "/" + i, "value-" + i, "delay-due-ms", due, "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  private static void assertEachOnce(
      Installation delaygate, Reader reader, ServiceProcess scheduler, int round) {
    assertThatCode(() -> reader.await(JOBS))
        .as(() -> "round %d\n%s".formatted(round, situation(delaygate, scheduler)))
        .doesNotThrowAnyException();
    var records = reader.toTheEnd();
    var values = new HashSet<String>();
    records.forEach(record -> values.add(Reader.text(record.value())));
    assertThat(records).as("round %d: deliveries", round).hasSize(JOBS);
    assertThat(values).as("round %d: jobs", round).hasSize(JOBS);
    assertThat(records).allMatch(ExactlyOnceTest::notEarly);
    IntStream.range(0, JOBS).forEach(i -> assertThat(values).contains("value-" + i));
  }

  private static String situation(Installation delaygate, ServiceProcess scheduler) {
    var cluster = Situation.of(delaygate.bootstrapServers(), delaygate.names().applicationId());
    return String.join("\n", scheduler.metrics(), cluster, scheduler.outputTail());
  }

  private static boolean notEarly(ConsumerRecord<byte[], byte[]> record) {
    return record.timestamp() >= Long.parseLong(Reader.header(record, "delay-job-due-ms"));
  }
}
