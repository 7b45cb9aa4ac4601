package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.harness.push.CallTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of calls of an endpoint while a gateway and a scheduler are killed. {@code -Dpush.jobs} sets
 * the number of jobs; the benchmark {@code push-crash} does the same with 20,000.
 */
@KafkaTest
@Timeout(600)
class PushCrashTest {
  private static final int JOBS = Integer.getInteger("push.jobs", 600);

  private static final String[] SMALL = {"-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"};

  private final Installation delaygate;
  private final Path folder;
  private List<ServiceProcess> gateways = List.of();
  private List<ServiceProcess> schedulers = List.of();

  PushCrashTest(KafkaCluster cluster, @TempDir Path folder) {
    this.folder = folder;
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
  }

  @AfterEach
  void stop() {
    gateways.forEach(ServiceProcess::close);
    schedulers.forEach(ServiceProcess::close);
    delaygate.close();
  }

  @Test
  void crashesLoseNoCallAndRepeatSomeAsTheSameMessage() throws IOException {
    // Given
    schedulers =
        List.of(
            ServiceProcess.scheduler(
                delaygate.settings("scheduler", Map.of()), folder.resolve("s.log")));
    schedulers.forEach(ServiceProcess::awaitReady);
    var keys = Base64.getEncoder().encodeToString(new byte[32]);
    var settings = delaygate.gatewaySettings();
    settings.put("http.port", "0");
    settings.put("scheduler.urls", Service.urls(List.copyOf(schedulers)));
    settings.put("endpoints.key.file", Files.writeString(folder.resolve("keys"), keys).toString());
    settings.put("endpoints.http.loopback", "true");
    gateways =
        IntStream.range(0, 2)
            .mapToObj(i -> ServiceProcess.gateway(settings, folder.resolve("gateway-" + i), SMALL))
            .toList();
    gateways.forEach(ServiceProcess::awaitReady);

    // When
    var within = Duration.ofMillis(2_000 + JOBS * 2L);
    var plan = new CallTrial.Plan(1, JOBS, within, Duration.ofMinutes(4));
    var result = new CallTrial(gateways, schedulers, plan).run();

    // Then
    assertThat(result.lost()).isEmpty();
    assertThat(result.early()).isEmpty();
    assertThat(result.renamed()).isEmpty();
    assertThat(result.dead()).isZero();
    assertThat(result.calls()).isGreaterThanOrEqualTo(JOBS);
  }
}
