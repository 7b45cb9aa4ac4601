package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.SchedulerChildMain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of decisions in {@code delay-control}: a pause holds when schedulers are killed. */
@KafkaTest
@Timeout(180)
class TargetControlTest {
  /** More than the partitions of commands, so that each has some. */
  private static final int JOBS = 20;

  private final Installation delaygate;
  private final Path directory;
  private final Client control;
  private final String paused;
  private final String open;
  private final List<JavaProcess> schedulers = new ArrayList<>();

  TargetControlTest(KafkaCluster cluster, @TempDir Path state) {
    directory = state;
    delaygate = new Installation(cluster, state, 2);
    control = new Client(cluster.bootstrapServers(), delaygate.names().control());
    paused = delaygate.target("paused", 1);
    open = delaygate.target("open", 1);
  }

  @BeforeEach
  void pauseAndStart() {
    control.send("pause/" + paused, "maintenance");
    start();
  }

  @AfterEach
  void stop() {
    schedulers.forEach(JavaProcess::close);
    control.close();
    delaygate.close();
  }

  @Test
  void aPauseOutlivesEverySchedulerAndItsJobsLeaveOnceWhenItEnds() {
    try (var held = delaygate.read(paused);
        var passed = delaygate.read(open)) {
      // Given
      schedule(paused, "held-");
      schedule(open, "first-");
      passed.await(JOBS);

      // When
      schedulers.forEach(JavaProcess::kill);
      schedulers.clear();
      start();
      schedule(open, "second-");
      passed.await(2 * JOBS);
      var whilePaused = List.copyOf(held.toTheEnd());
      control.send("pause/" + paused, null);
      var released = held.await(JOBS);

      // Then
      assertThat(whilePaused).isEmpty();
      assertThat(released)
          .extracting(record -> Reader.header(record, "delay-job-id"))
          .doesNotHaveDuplicates();
    }
  }

  private void schedule(String target, String prefix) {
    for (var i = 0; i < JOBS; i++) {
      delaygate.client().send(prefix + i, "v", "delay-target-topic", target, "delay-ms", "0");
    }
  }

  private void start() {
    IntStream.range(0, 2)
        .mapToObj(i -> "scheduler-" + i)
        .map(this::process)
        .forEach(schedulers::add);
  }

  private JavaProcess process(String name) {
    var settings = delaygate.settings(name, Map.of("group.instance.id", name));
    return JavaProcess.start(
        JavaCommand.of(SchedulerChildMain.class, directory.resolve(name + ".log"))
            .withJvmFlags("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .withArguments(
                settings.entrySet().stream()
                    .map(e -> "--" + e.getKey() + "=" + e.getValue())
                    .toList()));
  }
}
