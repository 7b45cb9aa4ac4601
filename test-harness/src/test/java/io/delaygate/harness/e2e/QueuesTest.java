package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything that callers do with queues, with two gateways taking their calls in turn. */
@EndToEnd
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueuesTest {
  private static final String FOREVER = "{\"wait\": \"60s\"}";

  private final Installation delaygate;
  private final Door door;
  private String queue;

  QueuesTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var asked = Service.urls(delaygate.startSchedulers(Map.of()));
    door = new Door(delaygate, 2, Map.of("scheduler.urls", asked));
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
  void theFirstWhoPublishesMakesTheQueue() {
    // When
    assertThat(post("/jobs", "{\"delay\": \"soon\"}").status()).isEqualTo(400);
    assertThat(delaygate.topics().describe(topic())).isEmpty();
    publish("{\"id\": \"first\", \"value\": \"hello\"}");

    // Then
    assertThat(delaygate.topics().describe(topic())).isPresent();
    assertThat(ids(reserve(FOREVER))).containsExactly("first");
    assertThat(door.call("GET", "/v1/queues", null).json().get("queues").findValuesAsText("queue"))
        .contains(queue);
  }

  @Test
  void manyArePublishedReservedAndFinishedAtOnce() {
    // Given
    var batch =
        "[{\"id\": \"b-0\"}, {\"id\": \"b-1\", \"valueBase64\": \"/wA=\"}, {\"colour\": 1}]";
    var published = post("/jobs/batch", batch).json();
    assertThat(published.get("scheduled").intValue()).isEqualTo(2);
    assertThat(published.at("/results/2/problem/field").asText()).isEqualTo("colour");

    // When
    var held = new ArrayList<JsonNode>();
    while (held.size() < 2) {
      held.addAll(reserve("{\"wait\": \"60s\", \"count\": 100}"));
    }
    var list = new ArrayList<String>();
    held.forEach(job -> list.add(claim(job)));
    list.add("{\"id\": \"b-0\", \"lease\": \"0-0\"}");
    list.add("{\"lease\": \"0-0\"}");
    var told = post("/finish?wait=true", "{\"jobs\": [" + String.join(",", list) + "]}").json();

    // Then
    assertThat(held).anyMatch(job -> job.path("valueBase64").asText().equals("/wA="));
    assertThat(told.get("results").findValuesAsText("outcome")).containsExactly("DONE", "DONE");
    assertThat(told.at("/results/2/problem/reason").asText()).isEqualTo("LEASE_STALE");
    assertThat(told.at("/results/3/problem/field").asText()).isEqualTo("jobs[3].id");
  }

  @Test
  void whoFinishesIsAnsweredWhenItIsStored() {
    // Given
    publish("{\"id\": \"finished\"}");
    var job = reserve(FOREVER).get(0);

    // When
    var told = post("/finish", claim(job));

    // Then
    assertThat(told.status()).isEqualTo(202);
    assertThat(told.json().get("id").asText()).isEqualTo("finished");
    awaitState("finished", "DONE");
    assertThat(post("/finish?wait=true", claim(job)).text()).startsWith("200 DONE");
  }

  @Test
  void whatAWorkerSaysOfItsAttemptIsDone() {
    // Given
    publish("{\"id\": \"told\", \"ack\": {\"maxAttempts\": 3}}");
    var first = reserve(FOREVER).get(0);

    // When
    var extended = post("/extend", with(first, "\"leaseMs\": 600000"));
    var released = post("/release", with(first, "\"delayMs\": 1"));
    var second = reserve(FOREVER).get(0);
    var late = post("/finish?wait=true", claim(first));
    var buried = post("/bury", with(second, "\"failure\": \"no such address\""));

    // Then
    assertThat(extended.text()).startsWith("200 EXTENDED RESERVED");
    assertThat(released.text()).startsWith("200 RELEASED");
    assertThat(second.get("attempt").intValue()).isEqualTo(2);
    assertThat(late.text()).startsWith("409 LEASE_STALE");
    assertThat(buried.text()).startsWith("200 BURIED DEAD");
    assertThat(peek("dead").json().get("id").asText()).isEqualTo("told");
  }

  @Test
  void deadJobsAreListedBroughtBackAndDropped() {
    // Given
    for (var id : List.of("d-1", "d-2", "d-3")) {
      publish("{\"id\": \"" + id + "\"}");
      assertThat(post("/bury", claim(reserve(FOREVER).get(0))).status()).isEqualTo(200);
    }
    var letters = get("/dead-letters").json().get("deadLetters");
    assertThat(letters.findValuesAsText("id")).containsExactly("d-1", "d-2", "d-3");

    // When
    var respawned = post("/dead-letters/respawn", null).json();
    var discarded = post("/dead-letters/discard", "{\"limit\": 1}").json();
    var kicked = post("/kick", "{\"count\": 5}").json();

    // Then
    assertThat(respawned.get("kicked").intValue()).isEqualTo(1);
    assertThat(discarded.get("discarded").intValue()).isEqualTo(1);
    assertThat(kicked.get("kicked").intValue()).isEqualTo(1);
    var back = new ArrayList<String>();
    while (back.size() < 2) {
      back.addAll(ids(reserve("{\"wait\": \"60s\", \"count\": 2}")));
    }
    assertThat(back).containsExactlyInAnyOrder("d-1", "d-3");
    awaitState("d-2", "DISCARDED");
  }

  @Test
  void whatIsNotDueYetIsKickedWhereNothingIsDead() {
    // Given
    publish("{\"id\": \"later\", \"delay\": \"1h\"}");
    awaitState("later", "SCHEDULED");
    assertThat(peek("delayed").json().get("id").asText()).isEqualTo("later");

    // When
    var kicked = post("/kick", null).json();

    // Then
    assertThat(kicked.get("fired").intValue()).isEqualTo(1);
    assertThat(ids(reserve(FOREVER))).containsExactly("later");
  }

  @Test
  void countsTellOfEveryStateAndOfWhoWaits() {
    // Given
    var waiting = CompletableFuture.supplyAsync(() -> reserve(FOREVER));
    Awaitility.await()
        .until(
            () ->
                get("/stats").json().get("waiting").intValue()
                        + get("/stats").json().get("waiting").intValue()
                    > 0);
    publish("{\"id\": \"c-1\"}");
    waiting.join();
    publish("{\"id\": \"c-2\", \"value\": \"two\"}");
    publish("{\"id\": \"c-3\", \"delay\": \"1h\"}");
    awaitState("c-2", "READY");
    awaitState("c-3", "SCHEDULED");

    // When
    var stats = get("/stats").json();

    // Then
    assertThat(stats.get("jobs").intValue()).isEqualTo(3);
    assertThat(stats.get("states").toString())
        .isEqualTo("{\"delayed\":1,\"parked\":0,\"ready\":1,\"reserved\":1,\"dead\":0}");
    assertThat(stats.get("oldestReadyMs").longValue()).isPositive();
    assertThat(stats.get("paused").booleanValue()).isFalse();
    assertThat(peek("ready").json().get("value").asText()).isEqualTo("two");
    assertThat(peek("dead").text()).startsWith("404 QUEUE_EMPTY");
  }

  @Test
  void aPausedQueueHandsOutNothingUntilItsTimeIsOver() {
    // Given
    var paused = post("/pause", "{\"forMs\": 3000}").json();
    assertThat(paused.get("queue").asText()).isEqualTo(queue);
    assertThat(paused.get("paused").booleanValue()).isTrue();
    var until = paused.get("pausedUntilMs").longValue();

    // When
    publish("{\"id\": \"held-up\"}");
    var jobs = reserve(FOREVER);

    // Then
    assertThat(ids(jobs)).containsExactly("held-up");
    assertThat(jobs.get(0).get("leaseEndsMs").longValue()).isGreaterThan(until);
    assertThat(post("/pause", null).json().get("paused").booleanValue()).isTrue();
    assertThat(post("/resume", null).json().get("paused").booleanValue()).isFalse();
  }

  @Test
  void jobsOfOneStateArePurged() {
    // Given
    publish("{\"id\": \"p-1\", \"delay\": \"1h\"}");
    publish("{\"id\": \"p-2\"}");
    awaitState("p-2", "READY");
    awaitState("p-1", "SCHEDULED");

    // When
    var delayed = post("/purge", "{\"state\": \"delayed\"}").json();
    var all = post("/purge", null).json();

    // Then
    assertThat(delayed.get("cancelled").intValue()).isEqualTo(1);
    assertThat(all.get("cancelled").intValue()).isEqualTo(1);
    assertThat(post("/purge", "{\"state\": \"late\"}").text()).startsWith("400 FIELD_INVALID");
    assertThat(reserve("{\"waitMs\": 10}")).isEmpty();
  }

  @Test
  void aDeletedQueueIsGoneAndCanBeMadeAnew() {
    // Given
    publish("{\"id\": \"g-1\"}");
    publish("{\"id\": \"g-2\"}");
    assertThat(post("/bury", claim(reserve(FOREVER).get(0))).status()).isEqualTo(200);

    // When
    var deleted = door.call("DELETE", "/v1/queues/" + queue, null).json();

    // Then
    assertThat(deleted.toString()).isEqualTo("{\"cancelled\":1,\"discarded\":1,\"deleted\":true}");
    Awaitility.await().until(() -> delaygate.topics().describe(topic()).isEmpty());
    publish("{\"id\": \"g-3\"}");
    assertThat(ids(reserve(FOREVER))).containsExactly("g-3");
  }

  @Test
  void whoAsksGetsTheResultWhicheverGatewayHearsOfIt() {
    // Given
    var first = postLater("/request", "{\"id\": \"r-1\", \"value\": \"6*7\", \"wait\": \"60s\"}");
    var second = postLater("/request", "{\"id\": \"r-2\", \"value\": \"6*8\", \"wait\": \"60s\"}");

    // When
    var held = new ArrayList<JsonNode>();
    while (held.size() < 2) {
      held.addAll(reserve("{\"wait\": \"60s\", \"count\": 2}"));
    }
    for (var job : held) {
      var isFirst = job.get("value").asText().equals("6*7");
      assertThat(job.get("headers")).isEmpty();
      var answer = with(job, isFirst ? "\"result\": \"42\"" : "\"resultBase64\": \"/w==\"");
      var told = post("/finish" + (isFirst ? "?wait=true" : ""), answer);
      assertThat(told.status()).isEqualTo(isFirst ? 200 : 202);
    }

    // Then
    assertThat(first.join().json().toString()).isEqualTo("{\"id\":\"r-1\",\"result\":\"42\"}");
    assertThat(second.join().json().toString())
        .isEqualTo("{\"id\":\"r-2\",\"resultBase64\":\"/w==\"}");
  }

  @Test
  void aRequestThatNobodyServesEndsWithItsTime() {
    // When
    var asked = post("/request", "{\"id\": \"unserved\", \"waitMs\": 500}");

    // Then
    assertThat(asked.text()).startsWith("503 NO_ANSWER");
    assertThat(reserve("{\"waitMs\": 10}")).isEmpty();
    assertThat(post("/request", "{\"waitMs\": 600001}").text()).startsWith("400 FIELD_INVALID");
  }

  @Test
  void aRequestThatCannotBeTakenIsRefused() {
    publish("{\"id\": \"known\", \"delay\": \"1h\"}");
    awaitState("known", "SCHEDULED");

    var asked =
        post("/request", "{\"id\": \"known\", \"ifExists\": \"reject\", \"wait\": \"60s\"}");

    assertThat(asked.text()).startsWith("409 JOB_EXISTS");
  }

  private String topic() {
    return delaygate.names().queue("default", queue).orElseThrow();
  }

  private void publish(String body) {
    var answer = post("/jobs", body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
  }

  private Door.Called post(String path, @Nullable String body) {
    return postLater(path, body).join();
  }

  private CompletableFuture<Door.Called> postLater(String path, @Nullable String body) {
    return door.callLater("POST", "/v1/queues/" + queue + path, body);
  }

  private Door.Called get(String path) {
    return door.call("GET", "/v1/queues/" + queue + path, null);
  }

  private Door.Called peek(String state) {
    return get("/peek?state=" + state);
  }

  private List<JsonNode> reserve(String body) {
    var answer = post("/reserve", body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    var jobs = new ArrayList<JsonNode>();
    answer.json().get("jobs").forEach(jobs::add);
    return jobs;
  }

  private void awaitState(String id, String state) {
    Awaitility.await()
        .until(
            () -> door.call("GET", Door.job(id), null).json().path("state").asText(),
            state::equals);
  }

  private static List<String> ids(List<JsonNode> jobs) {
    return jobs.stream().map(job -> job.get("id").textValue()).toList();
  }

  private static String claim(JsonNode job) {
    return "{\"id\": %s, \"lease\": %s}".formatted(job.get("id"), job.get("lease"));
  }

  private static String with(JsonNode job, String more) {
    var claim = claim(job);
    return claim.substring(0, claim.length() - 1) + ", " + more + "}";
  }
}
