package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.e2e.Door.Called;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of queries about jobs whose scheduler is killed or leaves. */
@KafkaTest
@Timeout(180)
class QueryFailoverTest {
  private static final int PARTITIONS = 4;
  private static final int JOBS = 40;

  @TempDir Path state;

  @Test
  void aStandbyAnswersForAKilledOwnerUntilItTakesOver(KafkaCluster cluster) throws IOException {
    try (var delaygate = new Installation(cluster, state, PARTITIONS)) {
      // Given
      var survivor = delaygate.startScheduler("survivor");
      try (var owner =
              ServiceProcess.scheduler(
                  delaygate.settings("owner", Map.of()), state.resolve("owner.log"));
          var door =
              new Door(
                  delaygate,
                  Map.of("scheduler.urls", "http://127.0.0.1:" + survivor.queryPort()))) {
        owner.awaitReady();
        var dues = schedule(delaygate);
        var lost = new ArrayList<>(dues.keySet());
        lost.removeIf(id -> isActive(survivor.queryPort(), id));
        awaitCopies(survivor.queryPort(), dues);
        assertThat(lost).as("jobs of the other").isNotEmpty();
        assertThat(ask(door, dues.keySet())).allMatch(called -> right(called, dues, false));

        // When
        owner.kill();
        var answers = new ArrayList<Called>();
        while (!ask(door, lost).stream().allMatch(called -> right(called, dues, false))) {
          answers.addAll(ask(door, lost));
        }

        // Then
        assertThat(answers)
            .as("right, or come again")
            .allMatch(c -> right(c, dues, true) || right(c, dues, false) || isUnavailable(c));
        assertThat(answers).as("of the standby").anyMatch(called -> right(called, dues, true));
      }
    }
  }

  @Test
  void theOtherAnswersWhenTheOwnerLeaves(KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state, PARTITIONS)) {
      // Given
      var first = delaygate.startScheduler("first");
      var second = delaygate.startScheduler("second");
      var urls = "http://127.0.0.1:%d,http://127.0.0.1:%d";
      urls = urls.formatted(first.queryPort(), second.queryPort());
      try (var door = new Door(delaygate, Map.of("scheduler.urls", urls))) {
        var dues = schedule(delaygate);
        awaitActive(first.queryPort(), second.queryPort(), dues.keySet());
        awaitCopies(second.queryPort(), dues);

        // When
        var leaving = new Thread(() -> delaygate.stop(first));
        leaving.start();
        var answers = new ArrayList<Called>();
        while (leaving.isAlive()) {
          answers.addAll(ask(door, dues.keySet()));
        }

        // Then
        assertThat(answers)
            .allMatch(c -> right(c, dues, true) || right(c, dues, false) || isUnavailable(c));
        ContractBench.await()
            .until(() -> ask(door, dues.keySet()).stream().allMatch(c -> right(c, dues, false)));
      }
    }
  }

  /** Schedules at least one job in each partition; returns due times by id. */
  private static Map<String, Long> schedule(Installation delaygate) {
    var target = delaygate.target("orders", 1);
    var dues = new HashMap<String, Long>();
    var farMs = System.currentTimeMillis() + 3_600_000;
    for (var i = 0; i < JOBS; i++) {
      dues.put("id/" + i, farMs + i);
      delaygate
          .client()
          .sendLater(
              "id/" + i, "v", "delay-due-ms", "" + (farMs + i), "delay-target-topic", target);
    }
    delaygate.client().flush();
    return dues;
  }

  private static List<Called> ask(Door door, Iterable<String> ids) {
    var answers = new ArrayList<Called>();
    ids.forEach(id -> answers.add(door.call("GET", Door.job(id), null)));
    return answers;
  }

  private static boolean right(Called called, Map<String, Long> dues, boolean stale) {
    var job = called.json();
    return called.status() == 200
        && dues.get(job.path("id").asText()).equals(job.path("dueMs").asLong())
        && job.path("stale").isBoolean()
        && job.path("stale").asBoolean() == stale;
  }

  private static boolean isUnavailable(Called called) {
    return called.text().equals("503 QUERY_UNAVAILABLE") && !called.header("Retry-After").isEmpty();
  }

  /** Waits until an instance knows each job, as active task or as standby. */
  private static void awaitCopies(int queryPort, Map<String, Long> dues) {
    ContractBench.await()
        .until(() -> dues.keySet().stream().allMatch(id -> internal(queryPort, id).has("job")));
  }

  private static void awaitActive(int one, int other, Set<String> ids) {
    ContractBench.await()
        .until(
            () -> {
              var ofOne = new HashSet<>(ids);
              ofOne.removeIf(id -> !isActive(one, id));
              return !ofOne.isEmpty()
                  && ids.stream().allMatch(id -> ofOne.contains(id) || isActive(other, id));
            });
  }

  private static boolean isActive(int queryPort, String id) {
    var answer = internal(queryPort, id);
    return answer.has("job") && !answer.path("stale").asBoolean();
  }

  private static JsonNode internal(int queryPort, String id) {
    return Metrics.get(queryPort, Door.job(id).replace("/v1/", "/internal/v1/"))
        .map(answer -> Answer.json(Client.bytes(answer.body())))
        .orElseThrow();
  }
}
