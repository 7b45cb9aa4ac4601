package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of topics that an operator denies to senders, by Kafka and over HTTP. */
@KafkaTest
class TargetRulesTest {
  private final Installation delaygate;
  private final String open;
  private final String secret;
  private final Map<String, String> rules;

  TargetRulesTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    open = delaygate.target("open", 1);
    secret = delaygate.target("secret", 1);
    rules = Map.of("target.allow", delaygate.unique("*"), "target.deny", "no-such," + secret);
  }

  @AfterEach
  void stop() {
    delaygate.close();
  }

  @Test
  void aDeniedTargetIsRefusedAtBothDoors() {
    delaygate.startScheduler("one", rules);
    try (var door = new Door(delaygate, 1, rules);
        var letters = delaygate.deadLetters();
        var delivered = delaygate.read(open)) {
      // When
      var answer = post(door, secret);
      var allowed = post(door, open);
      delaygate.client().send("by-kafka", "v", "delay", "0s", "delay-target-topic", secret);

      // Then
      assertThat(answer.status()).isEqualTo(422);
      assertThat(answer.json().get("reason").asText()).isEqualTo("TARGET_FORBIDDEN");
      assertThat(allowed.status()).isEqualTo(201);
      assertThat(Reader.header(letters.one(), "delay-reason")).isEqualTo("TARGET_FORBIDDEN");
      assertThat(Reader.text(delivered.one().value())).isEqualTo("v");
    }
  }

  @Test
  void aJobThatWasAcceptedBeforeWaitsUntilItsTargetIsAllowedAgain() {
    try (var delivered = delaygate.read(secret)) {
      // Given
      var before = delaygate.startScheduler("one");
      delaygate.client().send("kept", "v", "delay", "1h", "delay-target-topic", secret);
      await(before, "delaygate_pending_jobs ");
      delaygate.stop(before);

      // When
      var strict = delaygate.startScheduler("one", rules);
      delaygate.client().send("kept", null, "delay-op", "fire");
      await(strict, "delaygate_parked_total{");
      var whileDenied = List.copyOf(delivered.toTheEnd());
      delaygate.stop(strict);
      delaygate.startScheduler("one");

      // Then
      assertThat(whileDenied).isEmpty();
      assertThat(Reader.text(delivered.one().key())).isEqualTo("kept");
    }
  }

  private static void await(Service scheduler, String metric) {
    Awaitility.await().atMost(Installation.LIMIT).until(() -> Metrics.of(scheduler, metric) == 1);
  }

  private static Door.Called post(Door door, String target) {
    return door.call(
        "POST",
        "/v1/jobs",
        "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"0s\", \"value\": \"v\"}".formatted(target));
  }
}
