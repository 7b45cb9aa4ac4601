package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.LmstfyDoorTest.assertError;
import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.Outcome;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that schedulers know, as clients of lmstfy see and acknowledge them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfyJobsTest {
  private static final long NOW_MS = TestGateway.CLOCK.millis();
  private static final String TOPIC = "queue.shop.q";
  private static final String JOB = "/api/shop/q/job/j";

  private final QueryServers schedulers = QueryServers.of(1);
  private final LmstfyClient lmstfy;

  LmstfyJobsTest(@TempDir Path folder) {
    lmstfy = LmstfyClient.start(folder, "scheduler.urls", schedulers.urls());
  }

  @BeforeEach
  void forget() {
    schedulers.reset();
    lmstfy.gateway.scheduler.obeys();
    lmstfy.gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    lmstfy.close();
    schedulers.close();
  }

  @Test
  void aJobIsShownWhateverItsState() {
    // Given
    add("READY").put("createdMs", NOW_MS - 1234).put("expiresMs", NOW_MS + 9_600);

    // When
    var shown = lmstfy.get(JOB);

    // Then
    assertThat(shown.statusCode()).isEqualTo(200);
    assertThat(shown.headers().firstValue("Content-Type")).hasValue(LmstfyClient.JSON);
    assertThat(shown.body())
        .isEqualTo(
            "{\"attributes\":{\"trace\":\"1\"},\"data\":\"aGk=\",\"elapsed_ms\":1234,"
                + "\"job_id\":\"j\",\"namespace\":\"shop\",\"queue\":\"q\",\"remain_tries\":0,"
                + "\"ttl\":10}");
  }

  @ParameterizedTest
  @CsvSource({"-1000, 0", "0, 0", "499, 0", "500, 1", "1499, 1", "10000, 10"})
  void whatIsLeftOfAJobsTimeIsToldInSecondsAsRedisRoundsThem(long leftMs, long ttl) {
    add("SCHEDULED").put("expiresMs", NOW_MS + leftMs);

    assertThat(TestGateway.json(lmstfy.get(JOB)).get("ttl").longValue()).isEqualTo(ttl);
  }

  @Test
  void aJobOfAnotherQueueOrNoneIsNotFound() {
    add("READY");

    assertError(lmstfy.get("/api/shop/other/job/j"), 404, "job not found");
    assertError(lmstfy.get("/api/shop/q/job/none"), 404, "job not found");
    schedulers.payloads.clear(); // as of one that has ended
    assertError(lmstfy.get(JOB), 404, "job not found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCHEDULED", "PARKED", "READY"})
  void aJobThatNobodyHasIsCancelled(String state) {
    add(state);

    assertDone(lmstfy.delete(JOB));

    assertThat(headers(lmstfy.gateway.publisher.last())).contains("delay-op=cancel");
  }

  @Test
  void aJobThatIsInSomebodysHandsIsFinishedByItsLease() {
    add("RESERVED").put("lease", "l-7");

    assertDone(lmstfy.delete(JOB));

    assertThat(headers(lmstfy.gateway.publisher.last()))
        .contains("delay-op=finish", "delay-lease=l-7");
  }

  @Test
  void whatThereIsNothingOfIsAcknowledgedAllTheSame() {
    add("DEAD");

    assertDone(lmstfy.delete(JOB));
    assertDone(lmstfy.delete("/api/shop/q/job/" + "x".repeat(256)));
    assertThat(lmstfy.gateway.publisher.records).isEmpty();
  }

  @Test
  void aJobOfAnotherQueueStays() {
    add("READY");

    assertDone(lmstfy.delete("/api/shop/other/job/j"));

    assertThat(lmstfy.gateway.publisher.records).isEmpty();
  }

  @Test
  void aJobThatNobodyKnowsYetIsCancelledBehindItsPublish() {
    assertDone(lmstfy.delete(JOB));

    assertThat(headers(lmstfy.gateway.publisher.last())).contains("delay-op=cancel");
  }

  @Test
  void whileNobodyCanTellNothingIsAcknowledged() {
    schedulers.instances.get(0).refusesWith = 500;

    var answer = lmstfy.delete(JOB);

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).startsWith("{\"error\":\"");
  }

  @Test
  void aJobInThePlaceOfAnotherHasAnIdOfItsOwn() {
    // Given
    add("RESERVED").put("lease", "l-7");

    // When
    var again = lmstfy.put(JOB + "?ttl=10", "new");

    // Then
    assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
    assertThat(again.body()).matches("\\{\"job_id\":\"[0-9A-Z]{26}\",\"msg\":\"published\"}");
    var sent = lmstfy.gateway.publisher.records;
    assertThat(sent).hasSize(2);
    assertThat(headers(sent.get(0))).contains("delay-op=schedule", "delay-ttl-ms=10000");
    assertThat(headers(sent.get(1))).contains("delay-op=finish", "delay-lease=l-7");
  }

  @Test
  void readyJobsAreCounted() {
    add("READY");

    var size = lmstfy.bare("GET", "/api/shop/q/size");

    assertThat(size.body()).isEqualTo("{\"namespace\":\"shop\",\"queue\":\"q\",\"size\":1}");
    assertThat(lmstfy.bare("GET", "/api/shop/q/deadletter/size").body()).contains("\"size\":0");
    assertError(lmstfy.get("/api/shop/none/peek"), 404, "the queue is empty");
    assertThat(lmstfy.get("/api/shop/q/deadletter").body())
        .isEqualTo(
            "{\"deadletter_head\":\"\",\"deadletter_size\":0,"
                + "\"namespace\":\"shop\",\"queue\":\"q\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PUT    | limit=0                   | invalid limit
          PUT    | limit=x                   | invalid limit
          PUT    | limit=9223372036854775808 | invalid limit
          PUT    | ttl=-1                    | invalid ttl
          DELETE | limit=0                   | invalid limit
          """)
  void whatIsNoCountOfDeadLettersIsRefused(String method, String query, String words) {
    var answer = lmstfy.send(method, "/api/shop/q/deadletter?" + query, new byte[0]);

    assertError(answer, 400, words);
  }

  @Test
  void whereNothingIsDeadNothingIsDone() {
    var respawned =
        lmstfy.put("/api/shop/q/deadletter?limit=5&ttl=60", "", "Content-Type", "text/binary");
    assertThat(respawned.body()).isEqualTo("{\"count\":0,\"msg\":\"respawned\"}");
    assertThat(respawned.statusCode()).isEqualTo(200);
    assertDone(lmstfy.delete("/api/shop/q/deadletter?limit=9223372036854775807"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          q?ttr=x              | invalid ttr
          q?ttr=86401          | invalid ttr
          q?timeout=-1         | invalid timeout
          q?timeout=4294967296 | invalid timeout
          q?count=0            | invalid count
          q?count=101          | invalid count
          q,,p                 | invalid queue name(s)
          """)
  void whatCannotBeConsumedIsRefused(String path, String words) {
    assertError(lmstfy.get("/api/shop/" + path), 400, words);
  }

  @Test
  void aReplyThatIsThereIsHandedOutByItsJob() {
    // Given
    var job = TestGateway.json(lmstfy.put("/api/shop/q", "x")).get("job_id").textValue();
    add(job + ".reply", "READY", "queue.shop._replies").put("lease", "l-1");
    lmstfy.gateway.scheduler.says(
        Outcome.RESERVED,
        "job",
        "{\"state\":\"RESERVED\",\"lease\":\"l-2\",\"attempt\":1,\"maxAttempts\":1,"
            + "\"createdMs\":%d}".formatted(NOW_MS));

    // When
    var consumed = lmstfy.get("/api/shop/" + job + "?timeout=2&ttr=3&count=1");

    // Then
    assertThat(consumed.body())
        .isEqualTo(
            "{\"attributes\":{\"trace\":\"1\"},\"data\":\"aGk=\",\"elapsed_ms\":0,"
                + "\"job_id\":\"%s.reply\",\"msg\":\"new job\",\"namespace\":\"shop\","
                    .formatted(job)
                + "\"queue\":\"%s\",\"remain_tries\":0,\"ttl\":0}".formatted(job));
    assertThat(headers(lmstfy.gateway.publisher.last()))
        .contains("delay-op=reserve", "delay-lease=l-1", "delay-lease-ms=3000");
    assertDone(lmstfy.delete("/api/shop/" + job + "/job/" + job + ".reply"));
    assertThat(headers(lmstfy.gateway.publisher.last()))
        .contains("delay-op=finish", "delay-lease=l-2");
  }

  @Test
  void whoWaitsForAReplyInVainIsTold() {
    var job = TestGateway.json(lmstfy.put("/api/shop/q", "x")).get("job_id").textValue();

    for (var timeout : new int[] {0, 1}) {
      var none = lmstfy.get("/api/shop/" + job + "?timeout=" + timeout);
      assertThat(none.statusCode()).isEqualTo(404);
      assertThat(none.body()).isEqualTo("{\"msg\":\"no job available\"}");
      assertThat(none.headers().firstValue("Content-Type")).hasValue(LmstfyClient.JSON);
    }
    var batch = lmstfy.get("/api/shop/" + job + "?count=2");
    assertThat(batch.statusCode()).isEqualTo(404);
  }

  private static void assertDone(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    assertThat(answer.body()).isEmpty();
    assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
  }

  private ObjectNode add(String state) {
    return add("j", state, TOPIC);
  }

  private ObjectNode add(String id, String state, String topic) {
    var stored = "@shop/" + id;
    var payload = QueryServers.JSON.createObjectNode();
    payload.put("value", Base64.getEncoder().encodeToString("hi".getBytes(UTF_8)));
    payload.putArray("headers").addObject().put("name", "Job-Attr-trace").put("value", "MQ==");
    schedulers.payloads.put(stored, payload);
    var due = NOW_MS + Duration.ofHours(1).toMillis();
    return schedulers.add(stored, due, topic).put("state", state);
  }
}
