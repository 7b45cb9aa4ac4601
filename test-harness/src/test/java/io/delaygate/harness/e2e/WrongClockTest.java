package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.FakeClock;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of scheduler processes with a wrong wall clock, which libfaketime sets. */
@KafkaTest
@Timeout(240)
class WrongClockTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long TWO_HOURS_MS = 7_200_000;

  /** Enough that each partition has some. */
  private static final int JOBS = 40;

  @TempDir Path state;

  @BeforeAll
  static void needsTheLibrary() {
    FakeClock.mustBeThere();
  }

  @Test
  void aSchedulerTwoHoursAheadDeliversNothingUntilItsClockIsRight(KafkaCluster cluster) {
    var clock = new FakeClock(state.resolve("ahead.clock"));
    clock.set(TWO_HOURS_MS);
    try (var delaygate = new Installation(cluster, state);
        var ahead = start(delaygate, "ahead", clock)) {
      // Given
      var target = delaygate.target("orders", 1);
      send(delaygate, "later-", target, "1h");
      send(delaygate, "soon-", target, "1s");

      // When
      Awaitility.await().atMost(LIMIT).until(() -> isKeptFromJoining(ahead));

      // Then
      assertThat(get(ahead, "/healthz").statusCode()).isEqualTo(200);
      assertThat(offsetSeconds(ahead)).isBetween(7_190.0, 7_210.0);
      try (var reader = delaygate.read(target)) {
        assertThat(reader.toTheEnd()).isEmpty();

        // When
        clock.set(0);

        // Then
        ahead.awaitReady();
        assertThat(keys(reader, JOBS)).allMatch(key -> key.startsWith("soon-")).hasSize(JOBS);
        assertThat(reader.toTheEnd()).hasSize(JOBS);
        assertThat(offsetSeconds(ahead)).isBetween(-10.0, 10.0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {TWO_HOURS_MS, -TWO_HOURS_MS})
  void aSchedulerWhoseClockIsSetHandsItsPartitionsOverAndComesBack(
      long stepMs, KafkaCluster cluster) {
    var clock = new FakeClock(state.resolve("set.clock"));
    try (var delaygate = new Installation(cluster, state);
        var set = start(delaygate, "set", clock);
        var right = start(delaygate, "right", new FakeClock(state.resolve("right.clock")))) {
      // Given
      var target = delaygate.target("orders", 1);
      set.awaitReady();
      right.awaitReady();
      send(delaygate, "later-", target, "12h");
      Awaitility.await().atMost(LIMIT).until(() -> jobs(set) > 0 && jobs(right) > 0);

      // When
      clock.set(stepMs);

      // Then
      Awaitility.await().atMost(LIMIT).until(() -> isKeptFromJoining(set));
      Awaitility.await().atMost(LIMIT).until(() -> jobs(right) == JOBS);
      send(delaygate, "soon-", target, "1s");
      try (var reader = delaygate.read(target)) {
        assertThat(keys(reader, JOBS)).allMatch(key -> key.startsWith("soon-")).hasSize(JOBS);
        assertThat(set.isAlive()).isTrue();

        // When
        clock.set(0);

        // Then
        set.awaitReady();
        right.terminate();
        send(delaygate, "last-", target, "1s");
        assertThat(keys(reader, 2 * JOBS)).hasSize(2 * JOBS);
        assertThat(reader.toTheEnd()).hasSize(2 * JOBS);
      }
    }
  }

  private static ServiceProcess start(Installation delaygate, String name, FakeClock clock) {
    var settings = delaygate.settings(name, Map.of());
    delaygate.createChangelogs(settings);
    return ServiceProcess.scheduler(settings, delaygate.output(name), clock.environment());
  }

  private static void send(Installation delaygate, String ids, String target, String delay) {
    IntStream.range(0, JOBS)
        .forEach(
            i ->
                delaygate
                    .client()
                    .sendLater(ids + i, "v", "delay", delay, "delay-target-topic", target));
    delaygate.client().flush();
  }

  private static boolean isKeptFromJoining(Service scheduler) {
    return Metrics.get(scheduler.port(), "/readyz")
        .filter(answer -> answer.statusCode() == 503)
        .filter(answer -> answer.body().startsWith("not ready: the clock of this instance is "))
        .isPresent();
  }

  private static HttpResponse<String> get(Service scheduler, String path) {
    return Metrics.get(scheduler.port(), path).orElseThrow();
  }

  private static double offsetSeconds(Service scheduler) {
    return Metrics.lines(scheduler.port())
        .filter(line -> line.startsWith("delaygate_clock_offset_seconds{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .average()
        .orElseThrow();
  }

  private static long jobs(Service scheduler) {
    return Metrics.of(scheduler, "delaygate_pending_jobs ");
  }

  private static Set<String> keys(Reader reader, int count) {
    return reader.await(count).stream()
        .map(record -> Reader.text(record.key()))
        .collect(Collectors.toSet());
  }
}
