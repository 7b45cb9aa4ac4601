package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.QueueCalls.PATIENT;
import static io.delaygate.harness.e2e.QueueCalls.claim;
import static io.delaygate.harness.e2e.QueueCalls.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of all calls about queues, with two gateways that get calls in turn. */
@EndToEnd
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueuesTest {
  private final Installation delaygate;
  private final Door door;
  private QueueCalls queue;

  QueuesTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var asked = Service.urls(delaygate.startSchedulers(Map.of()));
    door = new Door(delaygate, 2, Map.of("scheduler.urls", asked));
  }

  @BeforeEach
  void nameQueue(TestInfo test) {
    queue = new QueueCalls(door, test.getTestMethod().orElseThrow().getName());
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void aQueueIsThereAsLongAsItHasJobsAndIsNoTopic() {
    // Given
    assertThat(queue.post("/jobs", "{\"delay\": \"soon\"}").status()).isEqualTo(400);
    assertThat(named()).doesNotContain(queue.name());

    // When
    queue.publish("{\"id\": \"first\", \"value\": \"hello\"}");
    var job = queue.reserveOne();

    // Then
    assertThat(job.get("id").asText()).isEqualTo("first");
    assertThat(named()).contains(queue.name());
    queue.post("/finish?wait=true", claim(job));
    Awaitility.await().until(() -> !named().contains(queue.name()));
    assertThat(delaygate.topics().describe(topic())).isEmpty();
  }

  private List<String> named() {
    return door.call("GET", "/v1/queues", null).json().get("queues").findValuesAsText("queue");
  }

  @Test
  void manyArePublishedReservedAndFinishedAtOnce() {
    // Given
    var batch =
        "[{\"id\": \"b-0\"}, {\"id\": \"b-1\", \"valueBase64\": \"/wA=\"}, {\"colour\": 1}]";
    var published = queue.post("/jobs/batch", batch).json();
    assertThat(published.get("scheduled").intValue()).isEqualTo(2);
    assertThat(published.at("/results/2/problem/field").asText()).isEqualTo("colour");

    // When
    var held = queue.reserveAll(2);
    var list = new ArrayList<String>();
    held.forEach(job -> list.add(claim(job)));
    list.add("{\"id\": \"b-0\", \"lease\": \"0-0\"}");
    list.add("{\"lease\": \"0-0\"}");
    var told =
        queue.post("/finish?wait=true", "{\"jobs\": [" + String.join(",", list) + "]}").json();

    // Then
    assertThat(held).anyMatch(job -> job.path("valueBase64").asText().equals("/wA="));
    assertThat(told.get("results").findValuesAsText("outcome")).containsExactly("DONE", "DONE");
    assertThat(told.at("/results/2/problem/reason").asText()).isEqualTo("LEASE_STALE");
    assertThat(told.at("/results/3/problem/field").asText()).isEqualTo("jobs[3].id");
  }

  @Test
  void whoFinishesIsAnsweredWhenItIsStored() {
    // Given
    queue.publish("{\"id\": \"finished\"}");
    var job = queue.reserveOne();

    // When
    var told = queue.post("/finish", claim(job));

    // Then
    assertThat(told.status()).isEqualTo(202);
    assertThat(told.json().get("id").asText()).isEqualTo("finished");
    queue.awaitState("finished", "DONE");
    assertThat(queue.post("/finish?wait=true", claim(job)).text()).startsWith("200 DONE");
  }

  @Test
  void whatAWorkerSaysOfItsAttemptIsDone() {
    // Given
    queue.publish("{\"id\": \"told\", \"ack\": {\"maxAttempts\": 3}}");
    var first = queue.reserveOne();

    // When
    var extended = queue.post("/extend", claim(first, "\"leaseMs\": 600000"));
    var released = queue.post("/release", claim(first, "\"delayMs\": 1"));
    var second = queue.reserveOne();
    var late = queue.post("/finish?wait=true", claim(first));
    var buried = queue.post("/bury", claim(second, "\"failure\": \"no such address\""));

    // Then
    assertThat(extended.text()).startsWith("200 EXTENDED RESERVED");
    assertThat(released.text()).startsWith("200 RELEASED");
    assertThat(second.get("attempt").intValue()).isEqualTo(2);
    assertThat(late.text()).startsWith("409 LEASE_STALE");
    assertThat(buried.text()).startsWith("200 BURIED DEAD");
    assertThat(queue.peek("dead").json().get("id").asText()).isEqualTo("told");
  }

  @Test
  void deadJobsAreListedBroughtBackAndDropped() {
    // Given
    for (var id : List.of("d-1", "d-2", "d-3")) {
      queue.publish("{\"id\": \"" + id + "\"}");
      assertThat(queue.post("/bury", claim(queue.reserveOne())).status()).isEqualTo(200);
    }
    var letters = queue.get("/dead-letters").json().get("deadLetters");
    assertThat(letters.findValuesAsText("id")).containsExactly("d-1", "d-2", "d-3");

    // When
    var respawned = queue.post("/dead-letters/respawn", "{\"limit\": 1}").json();
    var discarded = queue.post("/dead-letters/discard", "{\"limit\": 1}").json();
    var kicked = queue.post("/kick", "{\"count\": 5}").json();

    // Then
    assertThat(respawned.get("kicked").intValue()).isEqualTo(1);
    assertThat(discarded.get("discarded").intValue()).isEqualTo(1);
    assertThat(kicked.get("kicked").intValue()).isEqualTo(1);
    assertThat(ids(queue.reserveAll(2))).containsExactlyInAnyOrder("d-1", "d-3");
    queue.awaitState("d-2", "DISCARDED");
  }

  @Test
  void whatIsNotDueYetIsKickedWhereNothingIsDead() {
    // Given
    queue.publish("{\"id\": \"later\", \"delay\": \"1h\"}");
    queue.awaitState("later", "SCHEDULED");
    assertThat(queue.peek("delayed").json().get("id").asText()).isEqualTo("later");

    // When
    var kicked = queue.post("/kick", "{\"count\": 1}").json();

    // Then
    assertThat(kicked.get("fired").intValue()).isEqualTo(1);
    assertThat(ids(queue.reserve(PATIENT))).containsExactly("later");
  }

  @Test
  void countsTellOfEveryStateAndOfWhoWaits() {
    // Given
    var waiting = CompletableFuture.supplyAsync(() -> queue.reserve(PATIENT));
    Awaitility.await()
        .until(
            () ->
                queue.get("/stats").json().get("waiting").intValue()
                        + queue.get("/stats").json().get("waiting").intValue()
                    > 0);
    queue.publish("{\"id\": \"c-1\"}");
    waiting.join();
    queue.publishReady("{\"id\": \"c-2\", \"value\": \"two\"}");
    queue.publish("{\"id\": \"c-3\", \"delay\": \"1h\"}");
    queue.awaitState("c-3", "SCHEDULED");

    // When
    var stats = queue.get("/stats").json();

    // Then
    assertThat(stats.get("jobs").intValue()).isEqualTo(3);
    assertThat(stats.get("states").toString())
        .isEqualTo("{\"delayed\":1,\"parked\":0,\"ready\":1,\"reserved\":1,\"dead\":0}");
    assertThat(stats.get("oldestReadyMs").longValue()).isPositive();
    assertThat(stats.get("paused").booleanValue()).isFalse();
    assertThat(queue.peek("ready").json().get("value").asText()).isEqualTo("two");
    assertThat(queue.peek("dead").text()).startsWith("404 QUEUE_EMPTY");
  }

  @Test
  void aPausedQueueHandsOutNothingUntilItsTimeIsOver() {
    // Given
    var paused = queue.post("/pause", "{\"forMs\": 3000}").json();
    assertThat(paused.get("queue").asText()).isEqualTo(queue.name());
    assertThat(paused.get("paused").booleanValue()).isTrue();
    var until = paused.get("pausedUntilMs").longValue();

    // When
    queue.publish("{\"id\": \"held-up\"}");
    var jobs = queue.reserve(PATIENT);

    // Then
    assertThat(ids(jobs)).containsExactly("held-up");
    assertThat(jobs.get(0).get("leaseEndsMs").longValue()).isGreaterThan(until);
    assertThat(queue.post("/pause", null).json().get("paused").booleanValue()).isTrue();
    assertThat(queue.post("/resume", null).json().get("paused").booleanValue()).isFalse();
  }

  @Test
  void jobsOfOneStateArePurged() {
    // Given
    queue.publish("{\"id\": \"p-1\", \"delay\": \"1h\"}");
    queue.publishReady("{\"id\": \"p-2\"}");
    queue.awaitState("p-1", "SCHEDULED");

    // When
    var delayed = queue.post("/purge", "{\"state\": \"delayed\"}").json();
    var all = queue.post("/purge", "{\"all\": true}").json();

    // Then
    assertThat(delayed.get("cancelled").intValue()).isEqualTo(1);
    assertThat(all.get("cancelled").intValue()).isEqualTo(1);
    assertThat(queue.post("/purge", "{\"state\": \"late\"}").text())
        .startsWith("400 FIELD_INVALID");
    assertThat(queue.reserve("{\"waitMs\": 10}")).isEmpty();
  }

  @Test
  void aDeletedQueueIsGoneAndCanBeMadeAnew() {
    // Given
    queue.publish("{\"id\": \"g-1\"}");
    queue.publish("{\"id\": \"g-2\"}");
    assertThat(queue.post("/bury", claim(queue.reserveOne())).status()).isEqualTo(200);

    // When
    var deleted = door.call("DELETE", "/v1/queues/" + queue.name(), null).json();

    // Then
    assertThat(deleted.toString()).isEqualTo("{\"cancelled\":1,\"discarded\":1,\"deleted\":true}");
    Awaitility.await().until(() -> delaygate.topics().describe(topic()).isEmpty());
    queue.publish("{\"id\": \"g-3\"}");
    assertThat(ids(queue.reserve(PATIENT))).containsExactly("g-3");
  }

  @Test
  void whoAsksGetsTheResultWhicheverGatewayHearsOfIt() {
    // Given
    var first =
        queue.postLater("/request", "{\"id\": \"r-1\", \"value\": \"6*7\", \"wait\": \"60s\"}");
    var second =
        queue.postLater("/request", "{\"id\": \"r-2\", \"value\": \"6*8\", \"wait\": \"60s\"}");

    // When
    var held = queue.reserveAll(2);
    for (var job : held) {
      var isFirst = job.get("value").asText().equals("6*7");
      assertThat(job.get("headers")).isEmpty();
      var answer = claim(job, isFirst ? "\"result\": \"42\"" : "\"resultBase64\": \"/w==\"");
      var told = queue.post("/finish" + (isFirst ? "?wait=true" : ""), answer);
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
    var asked = queue.post("/request", "{\"id\": \"unserved\", \"waitMs\": 500}");

    // Then
    assertThat(asked.text()).startsWith("503 NO_ANSWER");
    assertThat(queue.reserve("{\"waitMs\": 10}")).isEmpty();
    assertThat(queue.post("/request", "{\"waitMs\": 600001}").text())
        .startsWith("400 FIELD_INVALID");
  }

  @Test
  void aRequestThatCannotBeTakenIsRefused() {
    queue.publish("{\"id\": \"known\", \"delay\": \"1h\"}");
    queue.awaitState("known", "SCHEDULED");

    var asked =
        queue.post("/request", "{\"id\": \"known\", \"ifExists\": \"reject\", \"wait\": \"60s\"}");

    assertThat(asked.text()).startsWith("409 JOB_EXISTS");
  }

  private String topic() {
    return delaygate.names().queue("default", queue.name()).orElseThrow();
  }
}
