package io.delaygate.harness.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.harness.upgrade.JobLedger.Delivery;
import io.delaygate.harness.upgrade.JobLedger.Expected;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Test of a rolling upgrade under load from an earlier commit to the present code, one process at a
 * time. It runs with {@code -Dupgrade.from=32b33b2}, which is release 0.
 */
@Tag("distribution")
@EnabledIfSystemProperty(named = "upgrade.from", matches = ".+")
@Timeout(1_500)
class RollingUpgradeTest {
  private static final String FROM = System.getProperty("upgrade.from", "");
  private static final String ROUNDS = System.getProperty("upgrade.rounds", "");

  /** Pause before, between and after the replacements. */
  private static final Duration STEADY =
      Duration.ofSeconds(Integer.getInteger("upgrade.steady.seconds", 12));

  /** Number of jobs that are pending during the whole upgrade. */
  private static final int FAR_JOBS = 500;

  private static final Duration FAR = Duration.ofHours(1);

  /** Number of parked and of paused jobs during the whole upgrade. */
  private static final int WAITING_JOBS = 20;

  private static final String LOST = "lost-target";
  private static final String PAUSED = "paused-target";

  private static final int ASKED_JOBS = 50;

  private static final Duration LIMIT = Duration.ofMinutes(4);

  private final JobLedger ledger = new JobLedger();

  private final Path folder;

  RollingUpgradeTest(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) {
    this.folder = folder;
  }

  /** Order and signal of a rolling upgrade. */
  enum Round {
    SCHEDULERS_FIRST_BY_SIGTERM(true, ServiceProcess::terminate),
    GATEWAYS_FIRST_BY_SIGKILL(false, ServiceProcess::kill),
    GATEWAYS_FIRST_BY_SIGTERM(false, ServiceProcess::terminate),
    SCHEDULERS_FIRST_BY_SIGKILL(true, ServiceProcess::kill);

    private final boolean isSchedulersFirst;
    private final Consumer<ServiceProcess> stop;

    Round(boolean isSchedulersFirst, Consumer<ServiceProcess> stop) {
      this.isSchedulersFirst = isSchedulersFirst;
      this.stop = stop;
    }

    private List<ServiceProcess> order(UpgradeRig rig) {
      var order = new ArrayList<>(isSchedulersFirst ? rig.schedulers() : rig.gateways());
      order.addAll(isSchedulersFirst ? rig.gateways() : rig.schedulers());
      return order;
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsItsPromises(Round round) {
    assumeTrue(
        ROUNDS.isEmpty() || List.of(ROUNDS.split(",")).contains(round.name()), "not asked for");
    var commit = EarlierRelease.commit(FROM);
    assumeTrue(
        commit.isPresent(), "the history holds no commit " + FROM + ": git fetch --unshallow");
    var release = EarlierRelease.of(commit.orElseThrow());
    try (var rig = new UpgradeRig(release, folder)) {
      rig.createTarget(JobLoad.TARGET);
      rig.createTarget(PAUSED);
      upgrade(rig, round);
    }
  }

  private void upgrade(UpgradeRig rig, Round round) {
    var gateways = new Gateways(rig.gateways());
    try (var queue = new QueueLoad(gateways);
        var load = new JobLoad(rig, gateways, ledger)) {
      // Given
      assertThat(pause(gateways, "pause")).isEqualTo(200);
      leaveToPresent(rig, load);
      load.start();
      queue.start(rig.gateways());
      pass(STEADY);

      // When
      for (var service : round.order(rig)) {
        say(round + ": " + load.calls());
        round.stop.accept(service);
        rig.startPresent(service);
        pass(STEADY);
      }
      load.stop();
      queue.stopPublishing();

      // Then
      say(round + ": " + load.calls());
      assertThat(load.isMostlyAnswered()).as(load.calls()).isTrue();
      awaitOrGoOn(queue::isEmpty);
      queue.stop();
      say(round + ": " + queue.handOuts());
      assertThat(queue.violations()).as(queue.stats()).isEmpty();
      assertDeliveries(rig, gateways);
      assertAnswers(gateways);
    }
  }

  /** Schedules jobs that the earlier version leaves to the present one. */
  private void leaveToPresent(UpgradeRig rig, JobLoad load) {
    rig.createTarget(LOST);
    var nowMs = System.currentTimeMillis();
    for (var i = 0; i < FAR_JOBS; i++) {
      load.send("far-" + i, JobLoad.TARGET, nowMs + FAR.toMillis());
    }
    for (var i = 0; i < WAITING_JOBS; i++) {
      load.send("parked-" + i, LOST, nowMs + 15_000);
      load.send("paused-" + i, PAUSED, nowMs + 15_000);
    }
    load.flush();
    awaitOrGoOn(() -> pending(rig) == FAR_JOBS + 2 * WAITING_JOBS);
    rig.deleteTarget(LOST);
  }

  /** Asserts that due jobs left once each, and that parked and paused jobs leave when they can. */
  private void assertDeliveries(UpgradeRig rig, Gateways gateways) {
    for (var i = 0; i < FAR_JOBS; i++) {
      ledger.expect("far-" + i, Expected.NONE);
    }
    pass(JobLoad.LONGEST);
    awaitOrGoOn(() -> pending(rig) == FAR_JOBS + 2 * WAITING_JOBS);
    try (var orders = rig.read(JobLoad.TARGET);
        var paused = rig.read(PAUSED)) {
      assertThat(paused.toTheEnd()).as("paused by a gateway of the earlier release").isEmpty();
      assertThat(pause(gateways, "resume")).isEqualTo(200);
      rig.createTarget(LOST);
      awaitOrGoOn(() -> pending(rig) == FAR_JOBS);
      try (var lost = rig.read(LOST)) {
        var deliveries =
            Stream.of(orders, paused, lost)
                .flatMap(reader -> reader.toTheEnd().stream())
                .map(RollingUpgradeTest::delivery)
                .toList();
        var text =
            "%d deliveries, the latest %d ms after it was due; %d cancelled, %d of unknown fate";
        say(
            text.formatted(
                deliveries.size(),
                latestMs(deliveries),
                ledger.jobs(Expected.NONE).size() - FAR_JOBS,
                ledger.jobs(Expected.ONE_OR_NONE).size()));
        assertThat(ledger.violations(deliveries)).isEmpty();
      }
    }
    assertThat(pending(rig)).isEqualTo(FAR_JOBS);
  }

  /**
   * Waits for the condition or a limit, because the later checks are more precise than a time-out.
   */
  private static void awaitOrGoOn(BooleanSupplier condition) {
    var end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      pass(Duration.ofMillis(200));
    }
  }

  private static Delivery delivery(ConsumerRecord<byte[], byte[]> record) {
    return new Delivery(
        String.valueOf(Reader.header(record, "delay-job-id")),
        Long.parseLong(String.valueOf(Reader.header(record, "delay-job-due-ms"))),
        record.timestamp());
  }

  /** Greatest lateness of the load's deliveries, whose target existed all the time. */
  private static long latestMs(List<Delivery> deliveries) {
    return deliveries.stream()
        .filter(delivery -> delivery.job().matches("(kafka|http)-.*"))
        .mapToLong(delivery -> delivery.atMs() - delivery.dueMs())
        .max()
        .orElse(0);
  }

  /** Asserts that the present version knows how jobs ended, whichever version ended them. */
  private void assertAnswers(Gateways gateways) {
    Map.of(Expected.NONE, "CANCELLED", Expected.ONE, "DELIVERED")
        .forEach(
            (expected, state) ->
                ledger.jobs(expected).stream()
                    .filter(job -> job.startsWith("http-"))
                    .limit(ASKED_JOBS)
                    .forEach(job -> assertThat(state(gateways, job)).as(job).isEqualTo(state)));
  }

  private static String state(Gateways gateways, String job) {
    var answer = gateways.call("GET", "/v1/jobs/" + job, "");
    return answer.json().path("state").asText(answer.toString());
  }

  private static int pause(Gateways gateways, String word) {
    return gateways.call("POST", "/v1/topics/" + PAUSED + "/" + word, "").status();
  }

  private static long pending(UpgradeRig rig) {
    return rig.ofSchedulers("delaygate_pending_jobs ");
  }

  private static void say(String text) {
    System.out.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + text);
  }

  private static void pass(Duration time) {
    var end = System.nanoTime() + time.toNanos();
    for (var left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
