package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.LmstfyCalls.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the largest bodies and the longest names of lmstfy's clients. */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfySizesTest {
  private static final int LARGEST = 1 << 20;
  private static final String NAME = "a-Z_9".repeat(51);
  private static final String TOO_LARGE = "413 {\"error\":\"body too large\"}";
  private static final String TOO_LONG = "400 {\"error\":\"namespace or queue name too long\"}";

  /** Limit of topics with Kafka's default. */
  private static final String DEFAULT_BYTES = "1048588";

  private final Installation delaygate;
  private final Map<String, String> asked;
  private final LmstfyCalls calls;

  LmstfySizesTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    asked = Map.of("scheduler.urls", Service.urls(delaygate.startSchedulers(Map.of())));
    calls = LmstfyCalls.start(delaygate, asked);
  }

  @AfterAll
  void stop() {
    calls.close();
    delaygate.close();
  }

  @Test
  void aBodyOfOneMebibyteComesByteForByteAndOneByteMoreIsRefused() {
    // Given
    var body = random(LARGEST);

    // When
    var id = json(calls.callBytes("PUT", "large?tries=2", body)).get("job_id").textValue();
    var first = calls.consume("large", "?timeout=60&ttr=60");
    var again = calls.callBytes("PUT", "large/job/" + id, body);
    var second = calls.consume("large", "?timeout=60&ttr=60");

    // Then
    assertThat(bytes(first)).isEqualTo(body);
    assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
    assertThat(bytes(second)).isEqualTo(body);
    for (var path : new String[] {"large", "large/job/" + id}) {
      assertThat(text(calls.callBytes("PUT", path, random(LARGEST + 1)))).isEqualTo(TOO_LARGE);
    }
    calls.ack("large", second.get("job_id").textValue());
  }

  @Test
  void anElementOfABulkOfOneMebibyteComesByteForByteAndOneByteMoreIsRefused() {
    // Given
    var element = "\"" + "x".repeat(LARGEST - 2) + "\"";

    // When
    var published = calls.call("PUT", "bulk/bulk", "[" + element + ",1]");
    var jobs = new ArrayList<String>();
    while (jobs.size() < 2) {
      calls.consume("bulk", "?timeout=60&count=2").forEach(job -> jobs.add(LmstfyCalls.data(job)));
    }

    // Then
    assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
    assertThat(jobs).containsExactlyInAnyOrder(element, "1");
    var tooLarge = calls.call("PUT", "bulk/bulk", "[1,\"" + "x".repeat(LARGEST - 1) + "\"]");
    assertThat(text(tooLarge)).isEqualTo("413 {\"error\":\"job too large\"}");
  }

  /** Topics of earlier versions take less: the error says so, and everything else works. */
  @Test
  void whatTheTopicOfCommandsTakesIsTheLimitWhereThatIsLess(
      KafkaCluster cluster, @TempDir Path state) throws IOException {
    try (var older = new Installation(cluster, state)) {
      // Given
      older.allowQueues();
      older.topics().alter(older.names().requests(), "max.message.bytes", DEFAULT_BYTES);
      var urls = Service.urls(older.startSchedulers(Map.of()));
      try (var door = LmstfyCalls.start(older, Map.of("scheduler.urls", urls))) {
        // When
        var native64 = Base64.getEncoder().encodeToString(random(LARGEST));
        var job = "{\"valueBase64\": \"" + native64 + "\"}";
        var refused = new QueueCalls(door.door(), "q").post("/jobs", job);

        // Then
        assertThat(text(door.callBytes("PUT", "q", random(LARGEST)))).isEqualTo(TOO_LARGE);
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.json().get("detail").textValue())
            .contains(older.names().requests(), "max.message.bytes");
        var fits = random(LARGEST - 1024);
        assertThat(door.callBytes("PUT", "q", fits).statusCode()).isEqualTo(201);
        assertThat(bytes(door.consume("q", "?timeout=60"))).isEqualTo(fits);
      }
    }
  }

  @Test
  void aNameOfAQueueWith255CharactersWorksInEveryCall() {
    // Given
    var queue = new QueueCalls(calls.door(), NAME);

    // When
    var cancelled = calls.publish(NAME, "?delay=60", "delayed");
    calls.ack(NAME, cancelled);
    var id = calls.publish(NAME, "?tries=1", "x");
    await().until(() -> calls.size(NAME) == 1);

    // Then
    assertThat(json(calls.call("GET", NAME + "/peek", "")).get("job_id").textValue()).isEqualTo(id);
    assertThat(calls.call("GET", NAME + "/job/" + id, "").statusCode()).isEqualTo(200);
    assertThat(calls.call("GET", NAME + "/job/" + cancelled, "").statusCode()).isEqualTo(404);
    assertThat(calls.consume("other," + NAME, "?timeout=60&ttr=1").get("queue").textValue())
        .isEqualTo(NAME);
    await().until(() -> calls.deadLetters(NAME) == 1);
    assertThat(calls.call("GET", NAME + "/deadletter/size", "").body()).contains("\"size\":1");
    assertThat(queue.get("/dead-letters").json().toString()).contains(id);
    assertThat(queue.peek("dead").json().toString()).contains(id);
    assertThat(calls.call("PUT", NAME + "/deadletter", "").body()).contains("\"count\":1");
    calls.consume(NAME, "?timeout=60&ttr=1");
    await().until(() -> calls.deadLetters(NAME) == 1);
    assertThat(calls.call("DELETE", NAME + "/deadletter", "").statusCode()).isEqualTo(204);
    await().until(() -> calls.deadLetters(NAME) == 0);
    var again = json(calls.call("PUT", NAME + "/bulk", "[1]")).get("job_ids").get(0).textValue();
    calls.publish(NAME, "/job/" + again, "again");
    assertThat(calls.call("DELETE", NAME, "").statusCode()).isEqualTo(204);
    await().until(() -> calls.size(NAME) == 0);
  }

  @Test
  void aNameOfAQueueWith255CharactersWorksInNativeCalls() {
    // Given
    var queue = new QueueCalls(calls.door(), NAME);

    // When
    queue.publish("{\"id\": \"native\", \"value\": \"x\"}");
    queue.awaitReady(1);
    var listed = calls.door().call("GET", "/v1/queues", null);
    var paused = queue.post("/pause", "{}");
    var resumed = queue.post("/resume", null);
    var job = queue.reserveOne();

    // Then
    assertThat(listed.json().toString()).contains(NAME);
    assertThat(paused.status()).as(paused.text()).isEqualTo(200);
    assertThat(resumed.status()).as(resumed.text()).isEqualTo(200);
    assertThat(queue.post("/finish?wait=true", QueueCalls.claim(job)).text())
        .startsWith("200 DONE");
    assertThat(new QueueCalls(calls.door(), NAME + "x").get("/stats").status()).isEqualTo(400);
  }

  @Test
  void aLongerNameIsRefusedInEveryCall() {
    var longer = NAME + "x";
    for (var path : new String[] {"", "/bulk", "/job/x", "/deadletter"}) {
      assertThat(text(calls.call("PUT", longer + path, "[1]"))).isEqualTo(TOO_LONG);
    }
    for (var path : new String[] {"", "/peek", "/size", "/job/x", "/deadletter"}) {
      assertThat(text(calls.call("GET", longer + path, ""))).isEqualTo(TOO_LONG);
    }
    for (var path : new String[] {"", "/job/x", "/deadletter"}) {
      assertThat(text(calls.call("DELETE", longer + path, ""))).isEqualTo(TOO_LONG);
    }
  }

  private static String text(HttpResponse<String> answer) {
    return answer.statusCode() + " " + answer.body();
  }

  private static byte[] random(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] bytes(JsonNode job) {
    return Base64.getDecoder()
        .decode(job.get("data").textValue().getBytes(StandardCharsets.US_ASCII));
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Installation.LIMIT);
  }
}
