package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.internals.Topic;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of queues of two namespaces whose names collide in Kafka, which treats {@code .} and {@code
 * _} as the same character and refuses the second topic of such a pair.
 */
@EndToEnd
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CollidingQueuesTest {
  private static final List<Queue> SAME = List.of(new Queue("a", "b_c"), new Queue("a_b", "c"));

  private final KafkaCluster cluster;
  private final Installation delaygate;
  private final Door door;

  CollidingQueuesTest(KafkaCluster cluster, @TempDir Path state) {
    this.cluster = cluster;
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var asked = Service.urls(delaygate.startSchedulers(Map.of()));
    door = new Door(delaygate, 1, Map.of("scheduler.urls", asked));
  }

  private record Queue(String namespace, String name) {
    String topic(String prefix) {
      return prefix + "queue." + namespace + "." + name;
    }
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void eachHasItsOwnJobsAndNoTopic() throws Exception {
    // Given
    assertThat(Topic.hasCollision(SAME.get(0).topic(""), SAME.get(1).topic(""))).isTrue();
    for (var queue : SAME) {
      var made = door.call("PUT", "/v1/admin/namespaces/" + queue.namespace(), "{}");
      assertThat(made.status()).as(made.toString()).isEqualTo(201);
      var job = "{\"id\": \"%s\"}".formatted(queue.name());
      ContractBench.await().until(() -> call(queue, "POST", "/jobs", job).status() == 201);
    }

    // Then
    for (var queue : SAME) {
      var held = call(queue, "POST", "/reserve", "{\"count\": 10, \"wait\": \"10s\"}").json();
      assertThat(held.path("jobs").findValuesAsText("id"))
          .as(queue.toString())
          .containsExactly(queue.name());
      assertThat(call(queue, "POST", "/pause", "").status()).isEqualTo(200);
      var paused = SAME.stream().filter(each -> isPaused(each)).toList();
      assertThat(paused).containsExactly(queue);
      assertThat(call(queue, "POST", "/resume", "").status()).isEqualTo(200);
    }
    assertThat(topics()).noneMatch(topic -> topic.contains("queue"));
  }

  private boolean isPaused(Queue queue) {
    return call(queue, "GET", "/stats", null).json().path("paused").asBoolean();
  }

  private Stream<String> topics() throws ExecutionException, InterruptedException {
    try (var admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      return admin.listTopics().names().get().stream()
          .filter(topic -> topic.startsWith(delaygate.prefix()));
    }
  }

  private Door.Called call(Queue queue, String method, String path, @Nullable String body) {
    return door.call(
        method,
        "/v1/queues/" + queue.name() + path,
        body,
        "Delaygate-Namespace",
        queue.namespace());
  }
}
