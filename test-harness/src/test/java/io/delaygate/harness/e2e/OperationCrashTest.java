package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of an operation while every gateway is killed, twice. {@code -Doperation.jobs} sets the
 * number of jobs, such as 200,000.
 */
@KafkaTest
@Timeout(1200)
class OperationCrashTest {
  private static final int JOBS = Integer.getInteger("operation.jobs", 6_000);

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static final String[] SMALL = {"-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"};

  private final Installation delaygate;
  private final Path folder;
  private List<ServiceProcess> gateways = List.of();
  private List<ServiceProcess> schedulers = List.of();
  private long handled;

  OperationCrashTest(KafkaCluster cluster, @TempDir Path folder) {
    this.folder = folder;
    delaygate = new Installation(cluster, folder);
  }

  @AfterEach
  void stop() {
    gateways.forEach(ServiceProcess::close);
    schedulers.forEach(ServiceProcess::close);
    delaygate.close();
  }

  @Test
  void itSurvivesTheDeathOfEveryGatewayAndCountsEachJobOnce() {
    // Given
    schedulers =
        List.of(
            ServiceProcess.scheduler(
                delaygate.settings("scheduler", Map.of()), folder.resolve("s.log")));
    schedulers.forEach(ServiceProcess::awaitReady);
    var settings = delaygate.gatewaySettings();
    settings.put("http.port", "0");
    settings.put("scheduler.urls", Service.urls(List.copyOf(schedulers)));
    gateways =
        IntStream.range(0, 2)
            .mapToObj(i -> ServiceProcess.gateway(settings, folder.resolve("gateway-" + i), SMALL))
            .toList();
    gateways.forEach(ServiceProcess::awaitReady);
    var target = delaygate.target("orders", 1);
    var calls = new OperationCalls(gateways.get(0));
    calls.schedule(target, JOBS);
    Awaitility.await().atMost(LIMIT).until(() -> calls.pending() == JOBS);

    // When
    var id = calls.start("/v1/jobs/cancel", "{\"filter\": {\"topic\": \"" + target + "\"}}");
    awaitHandled(calls, id, 1);
    gateways.forEach(ServiceProcess::kill);
    gateways.get(0).startAgain();
    gateways.get(0).awaitReady();
    awaitHandled(calls, id, handled + 1);
    gateways.get(0).kill();
    gateways.forEach(ServiceProcess::startAgain);
    gateways.forEach(ServiceProcess::awaitReady);
    awaitHandled(calls, id, JOBS);

    // Then
    var ended = calls.awaitState(id, "DONE");
    assertThat(ended.path("total").longValue()).isEqualTo(JOBS);
    assertThat(ended.path("counts").toString()).isEqualTo("{\"cancelled\":" + JOBS + "}");
    assertThat(ended.path("handled").longValue()).isEqualTo(JOBS);
    assertThat(calls.pending()).isZero();
  }

  /** Follows the progress, which must never go backwards. */
  private void awaitHandled(OperationCalls calls, String id, long least) {
    Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              JsonNode now = calls.get(id);
              var more = now.path("handled").longValue();
              assertThat(more).as("progress of %s", now).isGreaterThanOrEqualTo(handled);
              handled = more;
              return more >= least;
            });
  }
}
