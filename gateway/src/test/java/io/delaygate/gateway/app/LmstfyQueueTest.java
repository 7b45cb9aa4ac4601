package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.LmstfyDoorTest.assertError;
import static io.delaygate.gateway.app.LmstfyJobs.NOW_MS;
import static io.delaygate.gateway.app.LmstfyJobs.REPLIES;
import static io.delaygate.gateway.app.LmstfyJobs.TOPIC;
import static io.delaygate.gateway.app.LmstfyJobs.assertDone;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of queues and dead letters as clients of lmstfy see, clear and consume them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfyQueueTest {
  private final LmstfyJobs jobs;
  private final LmstfyClient lmstfy;

  LmstfyQueueTest(@TempDir Path folder) {
    jobs = LmstfyJobs.start(folder);
    lmstfy = jobs.lmstfy;
  }

  @BeforeEach
  void forget() {
    jobs.reset();
  }

  @AfterAll
  void stop() {
    jobs.close();
  }

  @Test
  void theNextJobIsShownAlthoughTheOneBeforeItJustEnded() {
    // Given
    jobs.add("ended", "READY", TOPIC).put("dueMs", NOW_MS - 2);
    jobs.schedulers.payloads.clear();
    jobs.add("next", "READY", TOPIC).put("dueMs", NOW_MS - 1).put("createdMs", NOW_MS - 7);
    jobs.add("last", "READY", TOPIC);

    // When
    var next = lmstfy.get("/api/shop/q/peek");

    // Then
    assertThat(next.body())
        .isEqualTo(
            "{\"attributes\":{\"trace\":\"1\"},\"data\":\"aGk=\",\"elapsed_ms\":7,"
                + "\"job_id\":\"next\",\"namespace\":\"shop\",\"queue\":\"q\",\"remain_tries\":0,"
                + "\"ttl\":0}");
    assertThat(next.statusCode()).isEqualTo(200);
    assertThat(next.headers().firstValue("X-Request-Id")).isPresent();
  }

  @Test
  void theOldestDeadLetterIsShownAndAllAreCounted() {
    addLetters();

    assertThat(lmstfy.get("/api/shop/q/deadletter").body())
        .isEqualTo(
            "{\"deadletter_head\":\"a\",\"deadletter_size\":3,"
                + "\"namespace\":\"shop\",\"queue\":\"q\"}");
    assertThat(lmstfy.get("/api/shop/q/deadletter/size").body())
        .isEqualTo("{\"namespace\":\"shop\",\"queue\":\"q\",\"size\":3}");
  }

  @Test
  void oneDeadLetterComesBackForADayUnlessMoreIsAskedFor() {
    // Given
    addLetters();

    // When
    var one = lmstfy.put("/api/shop/q/deadletter", "");

    // Then
    assertThat(one.body()).isEqualTo("{\"count\":1,\"msg\":\"respawned\"}");
    assertThat(jobs.sentTo()).containsExactly("@shop/a");
    assertThat(jobs.last())
        .contains("delay-op=kick", "delay-max-attempts=1", "delay-ttl-ms=86400000");
  }

  @Test
  void theOldestDeadLettersComeBackFirstOrGo() {
    // Given
    addLetters();

    // When
    var respawned = lmstfy.put("/api/shop/q/deadletter?limit=2&ttl=0", "");

    // Then
    assertThat(respawned.body()).isEqualTo("{\"count\":2,\"msg\":\"respawned\"}");
    assertThat(jobs.sentTo()).containsExactlyInAnyOrder("@shop/a", "@shop/b");
    assertThat(jobs.last())
        .contains("delay-op=kick")
        .noneMatch(header -> header.startsWith("delay-ttl-ms"));
    lmstfy.gateway.publisher.records.clear();
    assertDone(lmstfy.delete("/api/shop/q/deadletter"));
    assertThat(jobs.sentTo()).containsExactly("@shop/a");
    assertThat(jobs.last()).contains("delay-op=discard");
  }

  @Test
  void readyJobsAreCounted() {
    jobs.add("READY");

    var size = lmstfy.get("/api/shop/q/size");

    assertThat(size.body()).isEqualTo("{\"namespace\":\"shop\",\"queue\":\"q\",\"size\":1}");
    assertThat(lmstfy.get("/api/shop/q/deadletter/size").body()).contains("\"size\":0");
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
  void aCallConsumesOfTwentyQueuesAndNoMore() {
    var twenty =
        IntStream.range(0, 20).mapToObj(i -> "q" + i).collect(Collectors.joining(",", "", ""));

    assertThat(lmstfy.get("/api/shop/" + twenty).body()).doesNotContain("queue name");
    assertError(lmstfy.get("/api/shop/" + twenty + ",q"), 400, "invalid queue name(s)");
  }

  @ParameterizedTest
  @CsvSource({"'', 120000", "?ttr=0, 1000", "?ttr=1, 1000", "?ttr=86400, 86400000"})
  void aJobIsHandedOutForASecondAtLeastAndTwoMinutesUsually(String query, long leaseMs) {
    // Given
    var job = jobs.addReply();

    // When
    var consumed = lmstfy.get("/api/shop/" + job + query);

    // Then
    assertThat(consumed.statusCode()).as(consumed.body()).isEqualTo(200);
    assertThat(jobs.last()).contains("delay-lease-ms=" + leaseMs);
  }

  @Test
  void whoAsksForSeveralJobsGetsAListAlsoOfOne() {
    var job = jobs.addReply();

    var consumed = lmstfy.get("/api/shop/" + job + "?count=2");

    assertThat(consumed.body()).startsWith("[{\"attributes\":").endsWith("}]");
    assertThat(TestGateway.json(consumed)).hasSize(1);
  }

  @Test
  void whoAcknowledgesAgainEndsNobodyElsesAttempt() {
    // Given
    var job = jobs.addReply();
    lmstfy.get("/api/shop/" + job);
    var path = "/api/shop/" + job + "/job/" + job + ".reply";
    assertDone(lmstfy.delete(path));

    // When: the reply is now leased by another consumer
    jobs.add(job + ".reply", "RESERVED", REPLIES).put("lease", "l-9");
    assertDone(lmstfy.delete(path));

    // Then
    assertThat(jobs.last()).contains("delay-op=finish", "delay-lease=l-2");
  }

  @Test
  void whoHasReplacedAJobMayEndTheNewOne() {
    // Given
    var job = jobs.addReply();
    lmstfy.get("/api/shop/" + job);
    var path = "/api/shop/" + job + "/job/" + job + ".reply";
    var replaced = lmstfy.put(path, "another");
    assertThat(replaced.statusCode()).as(replaced.body()).isEqualTo(201);

    // When
    assertDone(lmstfy.delete(path));

    // Then
    assertThat(jobs.last()).contains("delay-op=cancel");
  }

  @Test
  void aReplyThatIsThereIsHandedOutByItsJob() {
    // Given
    var job = jobs.addReply();

    // When
    var consumed = lmstfy.get("/api/shop/" + job + "?timeout=2&ttr=3&count=1");

    // Then
    assertThat(consumed.body())
        .isEqualTo(
            "{\"attributes\":{\"trace\":\"1\"},\"data\":\"aGk=\",\"elapsed_ms\":0,"
                + "\"job_id\":\"%s.reply\",\"msg\":\"new job\",\"namespace\":\"shop\","
                    .formatted(job)
                + "\"queue\":\"%s\",\"remain_tries\":0,\"ttl\":0}".formatted(job));
    assertThat(jobs.last()).contains("delay-op=reserve", "delay-lease=l-1", "delay-lease-ms=3000");
    assertDone(lmstfy.delete("/api/shop/" + job + "/job/" + job + ".reply"));
    assertThat(jobs.last()).contains("delay-op=finish", "delay-lease=l-2");
  }

  @Test
  void whoWaitsForAReplyInVainIsTold() {
    var job = jobs.publish();

    for (var timeout : new int[] {0, 1}) {
      var none = lmstfy.get("/api/shop/" + job + "?timeout=" + timeout);
      assertThat(none.statusCode()).isEqualTo(404);
      assertThat(none.body()).isEqualTo("{\"msg\":\"no job available\"}");
      assertThat(none.headers().firstValue("Content-Type")).hasValue(LmstfyClient.JSON);
    }
    var batch = lmstfy.get("/api/shop/" + job + "?count=2");
    assertThat(batch.statusCode()).isEqualTo(404);
  }

  /** Adds three dead letters, the oldest of which is {@code a}. */
  private void addLetters() {
    jobs.add("c", "DEAD", TOPIC).put("dueMs", NOW_MS - 1);
    jobs.add("a", "DEAD", TOPIC).put("dueMs", NOW_MS - 3);
    jobs.add("b", "DEAD", TOPIC).put("dueMs", NOW_MS - 2);
  }
}
