package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of a queue are handed out to callers of a gateway. */
@EndToEnd
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandOutTest {
  private static final String JOB =
      """
      {"id": "%s", "delayMs": %d, "value": "of %s",
       "ack": {"maxAttempts": %d, "backoff": {"kind": "fixed", "initialMs": 1}}}""";

  private final Installation delaygate;
  private final Door door;
  private String queue;

  HandOutTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var asked = Service.urls(delaygate.startSchedulers(Map.of()));
    door = new Door(delaygate, Map.of("scheduler.urls", asked));
  }

  @BeforeEach
  void nameQueue(TestInfo test) {
    queue = test.getTestMethod().orElseThrow().getName();
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void aJobIsHandedOutOnceAndFinished() {
    // Given
    schedule(queue, "once", 0, 2);

    // When
    var jobs = reserve(queue, "{\"waitMs\": 30000, \"lease\": \"20s\"}");

    // Then
    assertThat(jobs).hasSize(1);
    var job = jobs.get(0);
    assertThat(job.get("id").textValue()).isEqualTo("once");
    assertThat(job.get("value").textValue()).isEqualTo("of once");
    assertThat(job.get("queue").textValue()).isEqualTo(queue);
    assertThat(job.get("attempt").intValue()).isEqualTo(1);
    assertThat(reserve(queue, "{}")).isEmpty();
    assertThat(say("once", "finish", job).get("outcome").textValue()).isEqualTo("DONE");
    assertThat(say("once", "finish", job).get("outcome").textValue()).isEqualTo("DONE");
  }

  @Test
  void aCallerWhoWaitsGetsWhatBecomesDue() {
    // Given
    var waiting =
        CompletableFuture.supplyAsync(() -> reserve(queue, "{\"wait\": \"60s\", \"count\": 10}"));

    // When
    schedule(queue, "due", 100, 2);

    // Then
    assertThat(waiting.join()).hasSize(1);
  }

  @Test
  void whoWaitsInVainIsAnswered() {
    assertThat(reserve(queue, "{\"waitMs\": 10}")).isEmpty();
    assertThat(reserve("nobody-has-published-here", "{\"waitMs\": 10}")).isEmpty();
    assertThat(delaygate.topics().describe(topic("nobody-has-published-here"))).isEmpty();
  }

  @Test
  void manyJobsGoToManyCallersEachOnce() {
    // Given
    var count = 200;
    IntStream.range(0, count).forEach(i -> schedule(queue, "many-" + i, 0, 2));

    // When
    var seen = new HashSet<String>();
    var twice = new ArrayList<String>();
    while (seen.size() < count) {
      var calls =
          IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> reserve(queue, "{\"count\": 7, \"wait\": \"5s\"}")))
              .toList();
      if (seen.size() + 8 > count) {
        // the last ones need not wait for what will never come
        IntStream.range(0, 8).forEach(i -> schedule(queue, "more-" + i, 0, 2));
        count += 8;
      }
      for (var call : calls) {
        for (var job : call.join()) {
          var id = job.get("id").textValue();
          if (!seen.add(id)) {
            twice.add(id);
          }
          say(id, "finish", job);
        }
      }
    }

    // Then
    assertThat(twice).isEmpty();
  }

  @Test
  void theFirstQueueComesFirst() {
    // Given
    var second = "second";
    schedule(second, "of-second", 0, 2);
    schedule(queue, "of-first", 0, 2);
    awaitReady("of-second");
    awaitReady("of-first");

    // When
    var both = queue + "," + second;
    var first = reserve(both, "{\"wait\": \"30s\"}");
    var next = reserve(both, "{\"wait\": \"30s\"}");

    // Then
    assertThat(ids(first)).containsExactly("of-first");
    assertThat(ids(next)).containsExactly("of-second");
  }

  @Test
  void aCancelledJobIsNotHandedOut() {
    // Given
    schedule(queue, "cancelled", 0, 2);
    awaitReady("cancelled");

    // When
    assertThat(door.call("DELETE", "/v1/jobs/cancelled", null).status()).isEqualTo(200);
    schedule(queue, "other", 0, 2);

    // Then
    assertThat(ids(reserve(queue, "{\"wait\": \"30s\"}"))).containsExactly("other");
  }

  /** More often than a share group delivers a record. */
  @Test
  void aJobOutlivesCallersWhoLeave() throws IOException {
    // Given
    schedule(queue, "patient", 0, 1);
    awaitReady("patient");

    // When
    for (var i = 0; i < 30; i++) {
      leave(queue);
    }

    // Then
    var jobs = reserve(queue, "{\"wait\": \"60s\"}");
    assertThat(ids(jobs)).containsExactly("patient");
    assertThat(jobs.get(0).get("attempt").intValue()).isEqualTo(1);
  }

  private void leave(String name) throws IOException {
    var url = URI.create(door.url());
    try (var socket = new Socket(InetAddress.getByName(url.getHost()), url.getPort())) {
      var body = "{\"wait\": \"60s\"}";
      var call =
          "POST /v1/queues/%s/reserve HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(name, body.length(), body);
      socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
      socket.setSoTimeout(20);
      try {
        assertThat(socket.getInputStream().read()).isNotEqualTo('{');
      } catch (java.net.SocketTimeoutException waiting) {
        // leaves
      }
    }
  }

  private String topic(String name) {
    return delaygate.names().queue("default", name).orElseThrow();
  }

  private void schedule(String name, String id, long delayMs, int attempts) {
    var body = JOB.formatted(id, delayMs, id, attempts);
    var answer = door.call("POST", "/v1/queues/" + name + "/jobs", body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
  }

  private void awaitReady(String id) {
    org.awaitility.Awaitility.await()
        .until(
            () ->
                "READY"
                    .equals(
                        door.call("GET", "/v1/jobs/" + id, null).json().path("state").asText()));
  }

  private List<JsonNode> reserve(String names, String body) {
    var answer = door.call("POST", "/v1/queues/" + names + "/reserve", body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    var jobs = new ArrayList<JsonNode>();
    answer.json().get("jobs").forEach(jobs::add);
    return jobs;
  }

  private static List<String> ids(List<JsonNode> jobs) {
    return jobs.stream().map(job -> job.get("id").textValue()).toList();
  }

  private JsonNode say(String id, String word, JsonNode job) {
    return door.call(
            "POST",
            "/v1/jobs/" + id + "/" + word,
            "{\"lease\": \"%s\"}".formatted(job.get("lease").textValue()))
        .json();
  }
}
