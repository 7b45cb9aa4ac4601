package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.LmstfyCalls.data;
import static io.delaygate.harness.e2e.LmstfyCalls.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of lmstfy's clients over time, with two gateways. Most tests share one queue, and leave it
 * empty, because each reader of a queue needs seconds to join.
 */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfyTest {
  private static final String QUEUE = "work";
  private static final String PATIENT = "?timeout=60&ttr=60&count=1";

  private final Installation delaygate;
  private final LmstfyCalls one;
  private final LmstfyCalls other;

  LmstfyTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var asked = Map.of("scheduler.urls", Service.urls(delaygate.startSchedulers(Map.of())));
    one = LmstfyCalls.start(delaygate, asked);
    other = LmstfyCalls.start(delaygate, asked);
  }

  @AfterAll
  void stop() {
    one.close();
    other.close();
    delaygate.close();
  }

  @Test
  void aJobIsConsumedAndAcknowledged() {
    // When
    var id = one.publish(QUEUE, "?delay=0&ttl=30&tries=2", "hello");
    var shown = json(one.call("GET", QUEUE + "/job/" + id, ""));
    var job = one.consume(QUEUE, PATIENT);

    // Then
    assertThat(shown.get("job_id").textValue()).isEqualTo(id);
    assertThat(shown.has("msg")).isFalse();
    assertThat(job.fieldNames())
        .toIterable()
        .containsExactly(
            "attributes",
            "data",
            "elapsed_ms",
            "job_id",
            "msg",
            "namespace",
            "queue",
            "remain_tries",
            "ttl");
    assertThat(job.get("job_id").textValue()).isEqualTo(id);
    assertThat(job.get("msg").textValue()).isEqualTo("new job");
    assertThat(job.get("namespace").textValue()).isEqualTo("default");
    assertThat(job.get("queue").textValue()).isEqualTo(QUEUE);
    assertThat(job.get("attributes").isNull()).isTrue();
    assertThat(job.get("remain_tries").intValue()).isEqualTo(1);
    assertThat(job.get("ttl").intValue()).isBetween(1, 30);
    assertThat(data(job)).isEqualTo("hello");
    one.ack(QUEUE, id);
    awaitGone(id);
    assertThat(one.call("GET", QUEUE + "?timeout=0", "").body())
        .isEqualTo("{\"msg\":\"no job available\"}");
  }

  /** Not each round must succeed, because a busy scheduler may lag longer than a call waits. */
  @Test
  void whatWasJustPublishedIsThereForWhoAsksTheSameGateway() {
    var counted = 0;
    var consumed = 0;
    for (var i = 0; i < 10; i++) {
      var ids = List.of(one.publish("fresh", "", "first"), one.publish("fresh", "", "second"));
      counted += one.size("fresh") == 2 ? 1 : 0;
      ids.forEach(id -> one.ack("fresh", id));
      await().until(() -> one.size("fresh") == 0);

      one.publish("fresh", "", "third");
      one.publish("fresh", "", "fourth");
      var jobs = one.call("GET", "fresh?count=5&ttr=60", "");
      consumed += jobs.statusCode() == 200 && json(jobs).size() == 2 ? 1 : 0;
      assertThat(one.call("DELETE", "fresh", "").statusCode()).isEqualTo(204);
      await().until(() -> one.size("fresh") == 0);
    }
    assertThat(counted).isGreaterThan(5);
    assertThat(consumed).isGreaterThan(5);
  }

  @Test
  void aWaitingCallerIsWokenByAPublishAtAnotherGatewayAndNeverEarly() {
    // Given
    var waiting = other.callLater("GET", QUEUE + PATIENT, "");

    // When
    var publishedAt = System.nanoTime();
    var id = one.publish(QUEUE, "?delay=1", "x");
    var job = json(waiting.join());

    // Then
    assertThat(job.get("job_id").textValue()).isEqualTo(id);
    assertThat(Duration.ofNanos(System.nanoTime() - publishedAt))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    one.ack(QUEUE, id); // at another gateway than the one that handed it out
    awaitGone(id);
  }

  @Test
  void aConsumerThatHasGoneEatsNoJob() throws IOException {
    // Given
    var queue = new QueueCalls(one.door(), QUEUE);
    try (var gone = one.consumeBySocket(QUEUE, PATIENT)) {
      await().until(() -> queue.get("/stats").json().get("waiting").intValue() == 1);
      assertThat(gone.isConnected()).isTrue();
    }

    // When
    var id = one.publish(QUEUE, "?tries=1", "x");
    var job = one.consume(QUEUE, PATIENT);

    // Then
    assertThat(job.get("job_id").textValue()).isEqualTo(id);
    assertThat(job.get("remain_tries").intValue()).isZero();
    one.ack(QUEUE, id);
    awaitGone(id);
  }

  @Test
  void aJobWhoseWorkerIsTooLateGoesToAnotherWhomTheFirstCannotDisturb() {
    // Given
    var id = one.publish(QUEUE, "?tries=2", "x");
    var first = one.consume(QUEUE, "?timeout=60&ttr=1");

    // When: the same job goes to another caller, by the native API
    var elsewhere = new QueueCalls(other.door(), QUEUE);
    var second = elsewhere.reserveOne();
    one.ack(QUEUE, id);

    // Then
    assertThat(first.get("remain_tries").intValue()).isEqualTo(1);
    assertThat(second.get("id").textValue()).isEqualTo(id);
    assertThat(second.get("attempt").intValue()).isEqualTo(2);
    assertThat(elsewhere.post("/extend", QueueCalls.claim(second, "\"leaseMs\": 60000")).text())
        .startsWith("200 EXTENDED");
    assertThat(elsewhere.post("/finish?wait=true", QueueCalls.claim(second)).text())
        .startsWith("200 DONE");
  }

  @Test
  void aJobWithoutTriesLeftIsDeadAndComesBackForOneTry() {
    // Given
    var id = one.publish(QUEUE, "?tries=1", "x");
    one.consume(QUEUE, "?timeout=60&ttr=1");

    // When
    await().until(() -> one.deadLetters(QUEUE) == 1);
    var head = json(one.call("GET", QUEUE + "/deadletter", ""));
    var respawned = one.call("PUT", QUEUE + "/deadletter?limit=5&ttl=60", "");
    var again = one.consume(QUEUE, "?timeout=60&ttr=1");

    // Then
    assertThat(head.get("deadletter_head").textValue()).isEqualTo(id);
    assertThat(respawned.body()).isEqualTo("{\"count\":1,\"msg\":\"respawned\"}");
    assertThat(again.get("job_id").textValue()).isEqualTo(id);
    assertThat(again.get("remain_tries").intValue()).isZero();
    assertThat(again.get("ttl").intValue()).isBetween(1, 60);
    await().until(() -> one.deadLetters(QUEUE) == 1);
    assertThat(one.call("DELETE", QUEUE + "/deadletter?limit=9", "").statusCode()).isEqualTo(204);
    await().until(() -> one.deadLetters(QUEUE) == 0);
  }

  @Test
  void aJobEndsWithItsTimeAndWhoeverCancelsIt() {
    var expiring = one.publish(QUEUE, "?ttl=1", "x");
    var cancelled = one.publish(QUEUE, "?delay=60", "x");

    other.ack("elsewhere", cancelled);
    assertThat(one.call("GET", QUEUE + "/job/" + cancelled, "").statusCode()).isEqualTo(200);
    other.ack(QUEUE, cancelled);

    assertThat(one.call("GET", QUEUE + "/job/" + cancelled, "").statusCode()).isEqualTo(404);
    awaitGone(expiring);
    assertThat(one.call("GET", QUEUE + "?timeout=0", "").statusCode()).isEqualTo(404);
  }

  @Test
  void aBulkIsConsumedAsABatchAndOneIsPublishedAgain() {
    // When
    var ids = json(one.call("PUT", QUEUE + "/bulk", "[1,{\"a\": 2},\"three\"]")).get("job_ids");
    var jobs = new ArrayList<JsonNode>();
    while (jobs.size() < 3) {
      one.consume(QUEUE, "?timeout=60&ttr=60&count=10").forEach(jobs::add);
    }

    // Then
    assertThat(jobs.stream().map(LmstfyCalls::data))
        .containsExactlyInAnyOrder("1", "{\"a\": 2}", "\"three\"");
    assertThat(jobs.stream().map(job -> job.get("job_id").textValue()))
        .containsExactlyInAnyOrder(
            ids.get(0).textValue(), ids.get(1).textValue(), ids.get(2).textValue());
    var again = one.publish(QUEUE, "/job/" + ids.get(0).textValue() + "?ttl=10", "again");
    one.ack(QUEUE, ids.get(1).textValue());
    one.ack(QUEUE, ids.get(2).textValue());
    var job = one.consume(QUEUE, PATIENT);
    assertThat(job.get("job_id").textValue()).isEqualTo(again);
    assertThat(data(job)).isEqualTo("again");
    one.ack(QUEUE, again);
    ids.forEach(id -> awaitGone(id.textValue()));
    awaitGone(again);
  }

  @Test
  void whoAsksIsAnsweredThroughAQueueThatIsNamedAfterTheJob() {
    // Given
    var first = one.publish(QUEUE, "", "first question");
    var second = one.publish(QUEUE, "", "second question");
    for (var i = 0; i < 2; i++) {
      var job = other.consume(QUEUE, PATIENT).get("job_id").textValue();
      other.publish(job, "?ttl=60", "answer to " + job);
      other.ack(QUEUE, job);
    }

    // When
    var late = one.callLater("GET", second + "?timeout=60", "");
    var answer = one.consume(first, "?timeout=60");

    // Then
    assertThat(data(answer)).isEqualTo("answer to " + first);
    assertThat(data(json(late.join()))).isEqualTo("answer to " + second);
    one.ack(first, answer.get("job_id").textValue());
    await().until(() -> one.size(first) == 0);
    assertThat(delaygate.topics().describe(delaygate.prefix() + "queue.default." + first))
        .isEmpty();
  }

  @Test
  void anAnswerIsFoundThoughItIsAwaitedTogetherWithAQueue() {
    // Given
    var question = one.publish(QUEUE, "", "question");
    other.ack(QUEUE, other.consume(QUEUE, PATIENT).get("job_id").textValue());
    var waiting = one.callLater("GET", "nothing," + question + "?timeout=60", "");
    var queue = new QueueCalls(one.door(), "nothing");
    await().until(() -> queue.get("/stats").json().get("waiting").intValue() == 1);

    // When
    other.publish(question, "?ttl=60", "answer");

    // Then
    var answer = json(waiting.join());
    assertThat(data(answer)).isEqualTo("answer");
    one.ack(question, answer.get("job_id").textValue());
  }

  @Test
  void queuesComeInTheOrderInWhichTheyAreNamedAndGoWithAllTheirJobs() {
    // Given
    one.publish(QUEUE, "", "second");
    one.publish("urgent", "", "first");
    var delayed = one.publish("urgent", "?delay=60", "delayed");
    await().until(() -> one.size(QUEUE) == 1 && one.size("urgent") == 1);

    // When
    var first = one.consume("urgent," + QUEUE, PATIENT);
    var second = one.consume("urgent," + QUEUE, PATIENT);

    // Then
    assertThat(data(first)).isEqualTo("first");
    assertThat(first.get("queue").textValue()).isEqualTo("urgent");
    assertThat(data(second)).isEqualTo("second");
    one.ack(QUEUE, second.get("job_id").textValue());
    awaitGone(second.get("job_id").textValue());
    assertThat(one.call("DELETE", "urgent", "").statusCode()).isEqualTo(204);
    assertThat(delaygate.topics().describe(delaygate.prefix() + "queue.default.urgent")).isEmpty();
    for (var id : List.of(delayed, first.get("job_id").textValue())) {
      assertThat(one.call("GET", "urgent/job/" + id, "").statusCode()).isEqualTo(404);
    }
  }

  private void awaitGone(String id) {
    await().until(() -> one.call("GET", QUEUE + "/job/" + id, "").statusCode() == 404);
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Installation.LIMIT);
  }
}
