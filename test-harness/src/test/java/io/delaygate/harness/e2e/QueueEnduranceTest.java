package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.harness.queues.Endurance;
import io.delaygate.harness.queues.Requests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of queues with many workers at several gateway processes. {@code -Dqueues.seed} sets the
 * seed; the benchmark does the same with more jobs.
 */
@KafkaTest
@Timeout(180)
class QueueEnduranceTest {
  private static final long SEED = Long.getLong("queues.seed", 1);

  private static final int JOBS = 500;
  private static final int REQUESTS = 200;

  /** Flags without the optimising compiler, whose work does not pay off in a few seconds. */
  private static final String[] SMALL = {"-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"};

  private final Installation delaygate;
  private final Path folder;
  private List<ServiceProcess> gateways = List.of();

  QueueEnduranceTest(KafkaCluster cluster, @TempDir Path folder) {
    this.folder = folder;
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
  }

  @AfterEach
  void stop() {
    gateways.forEach(ServiceProcess::close);
    delaygate.close();
  }

  @Test
  void badWorkersAndAKilledGatewayLoseNothingAndShareNothing() {
    // Given
    start(3);
    var plan = new Endurance.Plan(SEED, "endured", JOBS, 32, Duration.ofMinutes(2));
    var endurance = new Endurance(gateways, plan);

    // When
    var violations = endurance.run(done -> {});

    // Then
    assertThat(violations).as("seed %d", SEED).isEmpty();
    assertThat(gateways.get(0).isAlive()).isFalse();
    assertThat(endurance.log().handedOut()).isGreaterThan(JOBS);
  }

  @Test
  void eachCallerGetsHisOwnResultAndNoTopicIsMade() throws Exception {
    // Given
    start(2);
    ask(10);
    var topics = topics();

    // When
    var result = ask(REQUESTS);

    // Then
    assertThat(result.wrong()).isZero();
    assertThat(result.late()).isZero();
    assertThat(result.inVain()).isBetween(1, REQUESTS / 5);
    assertThat(result.answered() + result.inVain()).isEqualTo(REQUESTS);
    assertThat(topics()).isEqualTo(topics);
  }

  private Requests.Result ask(int requests) {
    return new Requests(gateways, new Requests.Plan(SEED, "asked", requests, 16, 4)).run();
  }

  private void start(int count) {
    var settings = delaygate.gatewaySettings();
    settings.put("http.port", "0");
    settings.put("scheduler.urls", Service.urls(delaygate.startSchedulers(Map.of())));
    gateways =
        IntStream.range(0, count)
            .mapToObj(i -> ServiceProcess.gateway(settings, folder.resolve("gateway-" + i), SMALL))
            .toList();
    gateways.forEach(ServiceProcess::awaitReady);
  }

  /** Topics of this installation, because others share the brokers. */
  private Set<String> topics() throws InterruptedException, ExecutionException {
    return delaygate.topics().admin().listTopics().names().get().stream()
        .filter(topic -> topic.startsWith(delaygate.prefix()))
        .collect(Collectors.toSet());
  }
}
