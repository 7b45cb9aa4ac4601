package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.BrokerProcess;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two schedulers, as processes with the names that a StatefulSet gives them, are restarted one
 * after the other under 1,000 jobs a second and HTTP callers who want their outcomes.
 */
@Tag("bench")
@Timeout(900)
class RollingRestartTest {
  private static final int PARTITIONS = 8;

  /** Not measured: a broker of a few seconds takes ten more to get up to the load. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /** Before the first restart, between them and after the last one. */
  private static final Duration STEADY = Duration.ofSeconds(15);

  private static final long LATEST_MS = 5_000;

  /** Seconds between stop and start: at once, and as long as a replaced pod may take. */
  @ParameterizedTest
  @ValueSource(ints = {0, 60})
  void losesAndDoublesNothingAndStaysInTime(int seconds, @TempDir Path directory) {
    try (var kafka = BrokerProcess.start(BrokerOptions.singleNode());
        var delaygate = new Installation(kafka, directory, PARTITIONS)) {
      // Given
      var target = delaygate.target("orders", 4);
      var schedulers = IntStream.range(0, 2).mapToObj(i -> scheduler(delaygate, i)).toList();
      schedulers.forEach(ServiceProcess::awaitReady);
      var urls = Map.of("scheduler.urls", Service.urls(List.copyOf(schedulers)));

      // When
      try (var door = new Door(delaygate, urls);
          var visible = new VisibleLateness(delaygate, target)) {
        var load = new Load(delaygate, target);
        pass(WARM_UP);
        visible.endWarmUp();
        restartAll(schedulers, seconds, load, new WaitingCaller(door, target));

        // Then
        var records = visible.await(load.jobs());
        System.out.printf(
            "%d s between stop and start, %d jobs; emitted after the due time: %s; visible: %s%n",
            seconds, records.size(), visible.emitted(), visible.visible());
        assertThat(records).hasSize(load.jobs());
        assertThat(records.stream().map(r -> Reader.text(r.key())).distinct()).hasSize(load.jobs());
        assertThat(records).noneMatch(record -> VisibleLateness.emittedMs(record) < 0);
        assertThat(visible.maxMs()).isLessThanOrEqualTo(LATEST_MS);
      } finally {
        schedulers.forEach(ServiceProcess::close);
      }
    }
  }

  private static void restartAll(
      List<ServiceProcess> schedulers, int seconds, Load load, WaitingCaller caller) {
    try (load;
        caller) {
      pass(STEADY);
      for (var scheduler : schedulers) {
        scheduler.terminate();
        pass(Duration.ofSeconds(seconds));
        scheduler.startAgain();
        scheduler.awaitReady();
        pass(STEADY);
      }
    }
    System.out.printf("%d s between stop and start, answers over HTTP: %s%n", seconds, caller);
    assertThat(caller.strange()).as("other answers than 201 and a 503 to retry").isEmpty();
  }

  private static ServiceProcess scheduler(Installation delaygate, int index) {
    var name = "delaygate-scheduler-" + index;
    var settings = delaygate.settings(name, Map.of("group.instance.id", name));
    return (ServiceProcess) Services.PROCESSES.scheduler(settings, delaygate.output(name));
  }

  private static void pass(Duration time) {
    Awaitility.await().pollDelay(time).atMost(time.plusSeconds(10)).until(() -> true);
  }
}
