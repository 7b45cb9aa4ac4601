package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import io.delaygate.schemas.contract.JobId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of queries to schedulers while Kafka Streams assigns and moves partitions. */
@KafkaTest
class SchedulerQueriesTest {
  private static final int PARTITIONS = 6;
  private static final int JOBS = 300;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path state;
  private final HttpClient http = HttpClient.newHttpClient();
  private Installation delaygate;
  private String target;

  @BeforeEach
  void start(KafkaCluster cluster) {
    delaygate = new Installation(cluster, state, PARTITIONS);
    target = delaygate.target("orders", 2);
  }

  @AfterEach
  void stop() {
    delaygate.close();
  }

  @Test
  void ownersAnswerForAllAndOthersSendTheCallerOn() {
    // Given
    var one = delaygate.startScheduler("one", Map.of("standby.replicas", "0"));
    var two = delaygate.startScheduler("two", Map.of("standby.replicas", "0"));
    schedule();

    // When
    var owners = owners(one);

    // Then
    assertThat(owners.keySet()).isEqualTo(all());
    assertThat(new HashSet<>(owners.values())).containsExactlyInAnyOrder(url(one), url(two));
    var listed = new HashSet<String>();
    for (var owner : owners.entrySet()) {
      var partition = owner.getKey();
      var page = get(owner.getValue(), "jobs?limit=1000&partitions=" + partition, 200);
      page.get("jobs").forEach(job -> listed.add(job.get("id").asText()));
      assertThat(page.get("stale").asBoolean()).isFalse();
      var stats = get(owner.getValue(), "stats?partitions=" + partition, 200);
      assertThat(stats.at("/partitions/0/counts/0/jobs").asInt())
          .isEqualTo(page.get("jobs").size());
      awaitAllRead(owner.getValue(), partition);
      assertThat(stats.at("/partitions/0/position").asInt()).isEqualTo(page.get("jobs").size());
      var audit = get(owner.getValue(), "partitions/" + partition + "/audit", 200);
      assertThat(audit.get("agrees").asBoolean()).isTrue();
      var other = owner.getValue().equals(url(one)) ? two : one;
      var elsewhere = get(url(other), "jobs?partitions=" + partition, 421);
      assertThat(elsewhere.at("/partitions/0").asInt()).isEqualTo(partition);
    }
    assertThat(listed).hasSize(JOBS);
  }

  @Test
  void aStandbyAnswersStaleAndTakesOver() {
    // Given
    var one = delaygate.startScheduler("one");
    var two = delaygate.startScheduler("two");
    schedule();
    var owners = owners(one);
    var id = "job-7";
    var partition = new JobId(id).partition(PARTITIONS).orElseThrow();
    var owner = url(one).equals(owners.get(partition)) ? one : two;
    var standby = owner == one ? two : one;

    // When
    var stale = awaitFound(url(standby), id);
    var staleCount = awaitCounted(url(standby), partition);
    var counted = get(url(owner), "stats?partitions=" + partition, 200);
    delaygate.stop(owner);

    // Then
    assertThat(stale.get("stale").asBoolean()).isTrue();
    assertThat(staleCount).isEqualTo(counted.at("/partitions/0/counts/0/jobs").asInt());
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .until(() -> !awaitFound(url(standby), id).get("stale").asBoolean());
    assertThat(owners(standby).values()).containsOnly(url(standby));
  }

  private void schedule() {
    for (var i = 0; i < JOBS; i++) {
      delaygate.client().sendLater("job-" + i, "v", "delay", "PT1H", "delay-target-topic", target);
    }
    delaygate.client().flush();
  }

  /** Owners by partition, once each partition has one and all jobs are stored. */
  private Map<Integer, String> owners(Service asked) {
    var owners = new HashMap<Integer, String>();
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              owners.clear();
              get(url(asked), "assignment", 200)
                  .get("instances")
                  .forEach(
                      instance ->
                          instance
                              .get("active")
                              .forEach(
                                  partition ->
                                      owners.put(partition.asInt(), instance.get("url").asText())));
              return owners.keySet().equals(all()) && jobs(owners) == JOBS;
            });
    return owners;
  }

  private int jobs(Map<Integer, String> owners) {
    return owners.entrySet().stream().mapToInt(e -> count(e.getValue(), e.getKey())).sum();
  }

  private int awaitCounted(String url, int partition) {
    Awaitility.await().atMost(Installation.LIMIT).until(() -> count(url, partition) > 0);
    return count(url, partition);
  }

  /** Number of jobs that an instance counts; 0 if it does not answer. */
  private int count(String url, int partition) {
    var answer = call(url, "stats?partitions=" + partition);
    return answer.statusCode() == 200 ? json(answer).at("/partitions/0/counts/0/jobs").asInt() : 0;
  }

  private JsonNode awaitFound(String url, String id) {
    var found =
        Awaitility.await()
            .atMost(Installation.LIMIT)
            .until(() -> call(url, "jobs/" + id), answer -> answer.statusCode() == 200);
    return json(found);
  }

  private static Set<Integer> all() {
    return IntStream.range(0, PARTITIONS).boxed().collect(Collectors.toCollection(TreeSet::new));
  }

  private static String url(Service scheduler) {
    return "http://127.0.0.1:" + scheduler.queryPort();
  }

  private JsonNode get(String url, String question, int status) {
    var answer = call(url, question);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return json(answer);
  }

  /** Waits until the owner reports no unread command, which it looks up once a second. */
  private void awaitAllRead(String owner, int partition) {
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .until(
            () ->
                get(owner, "stats?partitions=" + partition, 200).at("/partitions/0/lag").asLong(-1),
            lag -> lag == 0);
  }

  private static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException malformed) {
      throw new IllegalStateException(malformed);
    }
  }

  private HttpResponse<String> call(String url, String question) {
    var request = HttpRequest.newBuilder(URI.create(url + "/internal/v1/" + question)).build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
