package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.harness.broker.WriteRight;
import io.delaygate.harness.e2e.Services.SchedulerHere;
import io.delaygate.harness.process.Metrics;
import io.delaygate.scheduler.ops.Health;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a scheduler's probes, with a real broker. */
@Timeout(120)
class ReadinessTest {
  /** The smallest possible lag: the marker of the last transaction. */
  private static final String LIMIT = "1";

  /** Enough that restoring them one by one takes seconds. */
  private static final int JOBS = 20_000;

  private static final Map<String, String> LIMITED = Map.of("ready.max.lag", LIMIT);
  private static final Map<String, String> SLOW =
      Map.of("ready.max.lag", LIMIT, "streams.restore.consumer.max.poll.records", "1");

  private static EmbeddedKafka cluster;

  private Installation delaygate;

  @BeforeAll
  static void startBroker() {
    cluster = EmbeddedKafka.start(BrokerOptions.singleNode().withAuthorizer());
  }

  @AfterAll
  static void stopBroker() {
    cluster.close();
  }

  @BeforeEach
  void install(@TempDir Path state) {
    delaygate = new Installation(cluster, state, 1);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void isNotReadyBeforeAWipedActiveStoreIsRestored() {
    // Given
    try (var first = start("first", LIMITED)) {
      schedule(first, JOBS, "1h");
    }

    try (var wiped = start("wiped", SLOW)) {
      // When
      var restoring = await(wiped, health -> says(health, "store jobs partition 0 is "));

      // Then
      assertThat(restoring.live()).isTrue();
      assertThat(restoring.obstacles()).contains("Kafka Streams is in state REBALANCING");
      assertThat(restoring.obstacles()).anyMatch(line -> line.endsWith("behind (limit 1)"));
      await(wiped, Health::ready);
      assertThat(Metrics.of(wiped, "delaygate_pending_jobs ")).isEqualTo(JOBS);
    }
  }

  /** Otherwise a rolling restart would continue with the active instance too early. */
  @Test
  void isNotReadyBeforeAColdStandbyIsWarm() {
    // Given
    try (var active = start("active", LIMITED)) {
      schedule(active, JOBS, "1h");

      try (var standby = start("standby", SLOW)) {
        // When
        var cold = await(standby, health -> says(health, "store jobs partition 0 is "));

        // Then
        assertThat(cold.live()).isTrue();
        assertThat(cold.obstacles()).allMatch(line -> line.endsWith("behind (limit 1)"));
        await(standby, Health::ready);
        assertThat(Metrics.of(standby, "delaygate_pending_jobs ")).isZero();
        assertThat(active.scheduler().health().ready()).isTrue();
      }
    }
  }

  @Test
  void anInstanceWithoutAnyTaskIsReady() {
    // Given
    var noStandby = Map.of("standby.replicas", "0");
    try (var one = start("one", noStandby)) {
      await(one, Health::ready);

      // When
      try (var idle = start("idle", noStandby)) {
        // Then
        await(idle, Health::ready);
      }
    }
  }

  @Test
  void isNotReadyWhileATopicOfItsOwnMayNotBeWritten() {
    // Given
    var replies = delaygate.names().replies();
    var right = new WriteRight(delaygate.topics(), replies);
    try (var scheduler = start("one", Map.of())) {
      await(scheduler, Health::ready);

      // When
      right.revoke();

      // Then
      var unready = await(scheduler, health -> !health.ready());
      assertThat(unready.live()).isTrue();
      assertThat(unready.obstacles())
          .containsExactly(
              "topic " + replies + " cannot be written: grant the scheduler's user WRITE");
      assertThat(Metrics.get(scheduler.port(), "/readyz").orElseThrow().body())
          .isEqualTo(
              "not ready: topic "
                  + replies
                  + " cannot be written: grant the scheduler's user WRITE\n");
      right.restore();
      await(scheduler, Health::ready);
    }
  }

  @Test
  void aKafkaThatIsAwayMakesItUnreadyAndNoCaseForARestart() {
    // Given
    try (var scheduler = start("one", Map.of())) {
      await(scheduler, Health::ready);

      // When
      cluster.stopNode(1);

      // Then
      await(scheduler, health -> !health.ready());
      Awaitility.await()
          .during(Duration.ofSeconds(10))
          .atMost(Duration.ofSeconds(20))
          .until(() -> scheduler.scheduler().health().live());
      cluster.startNode(1);
      await(scheduler, Health::ready);
    }
  }

  private SchedulerHere start(String name, Map<String, String> more) {
    return SchedulerHere.start(delaygate.settings(name, new HashMap<>(more)));
  }

  /** Schedules jobs; returns when they are stored. */
  private void schedule(SchedulerHere scheduler, int jobs, String delay) {
    var target = delaygate.target("target", 1);
    for (var i = 0; i < jobs; i++) {
      delaygate.client().sendLater("id-" + i, "v", "delay", delay, "delay-target-topic", target);
    }
    delaygate.client().flush();
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .until(() -> Metrics.of(scheduler, "delaygate_commands_total{") == jobs);
  }

  private static Health await(SchedulerHere scheduler, Predicate<Health> wanted) {
    return Awaitility.await()
        .atMost(Installation.LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> scheduler.scheduler().health(), wanted);
  }

  private static boolean says(Health health, String start) {
    return health.obstacles().stream().anyMatch(line -> line.startsWith(start));
  }
}
