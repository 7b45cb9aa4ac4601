package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.SchedulerService;
import io.delaygate.scheduler.settings.SchedulerSettings;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of {@code GET /v1/health}: planted faults are named within 15 s, in a sentence with a
 * remedy. All of them are in one installation, whose scheduler has a clock that is a little off,
 * and no standby although it should have one.
 */
@KafkaTest
@Timeout(180)
class HealthTest {
  private static final Duration LIMIT = Duration.ofSeconds(15);

  /** Above what is told of, and far below what makes the scheduler leave. */
  private static final long CLOCK_AHEAD_MS = 2_500;

  private static final int MISTYPED = 20;

  @TempDir Path folder;

  private SchedulerService scheduler;
  private Door door;

  @Test
  void eachPlantedFaultIsNamedWithARemedy(KafkaCluster cluster) throws IOException {
    try (var delaygate = new Installation(cluster, folder)) {
      delaygate.allowQueues();
      scheduler = start(delaygate);
      door = new Door(delaygate, 1, gateway("own", 0));
      try (var other = new Door(delaygate, 1, gateway("other", 1))) {
        // Given: a target that is deleted, one that is paused, one that takes only small records
        var deleted = delaygate.target("deleted", 1);
        var paused = delaygate.target("paused", 1);
        var small = delaygate.target("small", 1);
        due(deleted, 3, 10);
        due(paused, 4, 10);
        due(small, 1, 5_000);
        var mistyped = delaygate.unique("oders");

        // When
        delaygate.topics().delete(deleted);
        ok(door.call("POST", "/v1/topics/" + paused + "/pause", "{}"));
        ok(door.call("PUT", "/v1/topics/" + small + "/alarm", "{\"deadLetters\": 1}"));
        delaygate.topics().alter(small, "max.message.bytes", "1000");
        for (var i = 0; i < MISTYPED; i++) {
          delaygate
              .client()
              .sendLater("typo-" + i, "v", "delay", "1h", "delay-target-topic", mistyped);
        }
        delaygate.client().flush();
        Files.createDirectories(folder.resolve("one").resolve("damaged-jobs"));
        breakEndpoint();

        // Then
        names("TARGET_REFUSES", deleted, "takes no records: the topic does not exist", "Create");
        assertThat(find(door, "TARGET_REFUSES", deleted).orElseThrow().path("cost").asText())
            .startsWith("3 due jobs wait for it.")
            .contains("they are dead letters from ");
        names("TARGET_PAUSED", paused, "paused", "Resume");
        names("DEAD_LETTERS", small, "reason RECORD_TOO_LARGE", "max.message.bytes");
        names("FAILURE_ALARM", small, "its alarm allows", "dead letters");
        names("COMMANDS_REJECTED", mistyped, "rejected with reason TARGET_UNKNOWN", "redrive");
        names("STORE_SET_ASIDE", "", "was damaged", "damaged-");
        names("STANDBY_MISSING", "", "4 partitions have fewer warm copies", "standby.replicas");
        names("CLOCK_OFFSET", "", "differs from the brokers'", "time synchronisation");
        names("ENDPOINT_BROKEN", "billing", "Calls of the endpoint billing fail", "test");
        await(other, "ENDPOINT_LOCKED", "billing", "cannot be called", "endpoints.key.file");
        assertThat(health(door).path("status").asText()).isEqualTo("faulty");
        rejectedCommandsAreSeen(mistyped);

        // When
        delaygate.topics().delete(delaygate.names().replies());

        // Then
        names("TOPIC_REFUSED", "", delaygate.names().replies(), "Repair the topic");
        names("OUTCOMES_UNAVAILABLE", "", "This gateway cannot read outcomes", "topic of replies");

        // When
        scheduler.close();

        // Then
        names("SCHEDULER_ABSENT", "", "No scheduler answers", "Start the schedulers");
        assertThat(health(door).path("unjudged")).isNotEmpty();
      } finally {
        door.close();
        scheduler.close();
      }
    }
  }

  private SchedulerService start(Installation delaygate) {
    var settings = delaygate.settings("one", Map.of("standby.replicas", "1"));
    delaygate.createChangelogs(settings);
    var started =
        SchedulerService.start(
            SchedulerSettings.of(settings),
            new Clocks(() -> System.currentTimeMillis() + CLOCK_AHEAD_MS, System::nanoTime));
    Awaitility.await().atMost(Installation.LIMIT).until(() -> started.health().ready());
    return started;
  }

  /** Settings of a gateway that has a key of its own. */
  private Map<String, String> gateway(String name, int key) throws IOException {
    var bytes = new byte[32];
    bytes[0] = (byte) key;
    var keys =
        Files.writeString(
            folder.resolve(name + ".keys"), Base64.getEncoder().encodeToString(bytes));
    return Map.of(
        "scheduler.urls",
        "http://127.0.0.1:" + scheduler.queryPort(),
        "endpoints.key.file",
        keys.toString(),
        "endpoints.http.loopback",
        "true");
  }

  private void due(String target, int jobs, int bytes) {
    var job = "{\"delayMs\": 4000, \"target\": {\"topic\": \"%s\"}, \"value\": \"%s\"}";
    for (var i = 0; i < jobs; i++) {
      ok(door.call("PUT", Door.job(target + "-" + i), job.formatted(target, "x".repeat(bytes))));
    }
  }

  /** An endpoint at a port where nobody listens any more. */
  private void breakEndpoint() throws IOException {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    var retry =
        "\"ack\": {\"maxAttempts\": 50, \"backoff\": {\"kind\": \"fixed\", \"initialMs\": 200}}";
    ok(
        door.call(
            "PUT",
            "/v1/endpoints/billing",
            "{\"url\": \"http://127.0.0.1:%d\", %s}".formatted(port, retry)));
    for (var i = 0; i < 10; i++) {
      ok(
          door.call(
              "PUT",
              Door.job("call-" + i),
              "{\"delayMs\": 0, \"target\": {\"endpoint\": \"billing\"}, \"value\": \"v\"}"));
    }
  }

  private void rejectedCommandsAreSeen(String mistyped) {
    var missing = door.call("GET", Door.job("typo-7"), null);
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.json().path("detail").asText())
        .contains("was rejected at ", " with TARGET_UNKNOWN: ", mistyped);
    assertThat(door.call("GET", Door.job("never-sent"), null).json().path("detail").asText())
        .contains("no command of the id is known to be rejected since ");
    for (var path : new String[] {"/v1/stats", "/v1/overview"}) {
      var rejected = door.call("GET", path, null).json().path("rejected");
      assertThat(rejected.path("lastHour").asLong()).as(path).isEqualTo(MISTYPED);
      assertThat(rejected.at("/topics/0/topic").asText()).as(path).isEqualTo(mistyped);
      assertThat(rejected.at("/topics/0/lastHour").asLong()).as(path).isEqualTo(MISTYPED);
    }
  }

  private static void ok(Door.Called called) {
    assertThat(called.status()).as("%s", called.json()).isBetween(200, 202);
  }

  private void names(String code, String subject, String sentence, String remedy) {
    await(door, code, subject, sentence, remedy);
  }

  private static void await(
      Door gateway, String code, String subject, String sentence, String remedy) {
    Awaitility.await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              var fault = find(gateway, code, subject);
              assertThat(fault).as("%s in %s", code, health(gateway)).isPresent();
              assertThat(fault.orElseThrow().path("sentence").asText()).contains(sentence);
              assertThat(fault.orElseThrow().path("remedy").asText()).contains(remedy);
            });
  }

  private static Optional<JsonNode> find(Door gateway, String code, String subject) {
    return StreamSupport.stream(health(gateway).path("faults").spliterator(), false)
        .filter(fault -> fault.path("code").asText().equals(code))
        .filter(
            fault ->
                subject.isEmpty()
                    || fault.path("topic").asText().equals(subject)
                    || fault.path("endpoint").asText().equals(subject))
        .findFirst();
  }

  private static JsonNode health(Door gateway) {
    var answer = gateway.call("GET", "/v1/health", null);
    assertThat(answer.status()).as("%s", answer.json()).isEqualTo(200);
    return answer.json();
  }
}
