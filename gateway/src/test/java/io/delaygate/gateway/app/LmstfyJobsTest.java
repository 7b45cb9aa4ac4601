package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.LmstfyDoorTest.assertError;
import static io.delaygate.gateway.app.LmstfyJobs.NOW_MS;
import static io.delaygate.gateway.app.LmstfyJobs.REPLIES;
import static io.delaygate.gateway.app.LmstfyJobs.assertDone;
import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of jobs that schedulers know, as clients of lmstfy see and acknowledge them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfyJobsTest {
  private static final String JOB = "/api/shop/q/job/j";

  private final LmstfyJobs jobs;
  private final LmstfyClient lmstfy;

  LmstfyJobsTest(@TempDir Path folder) {
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
  void aJobIsShownWhateverItsState() {
    // Given
    jobs.add("READY").put("createdMs", NOW_MS - 1234).put("expiresMs", NOW_MS + 9_600);

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
    jobs.add("SCHEDULED").put("expiresMs", NOW_MS + leftMs);

    assertThat(TestGateway.json(lmstfy.get(JOB)).get("ttl").longValue()).isEqualTo(ttl);
  }

  @Test
  void aJobOfAnotherQueueOrNoneIsNotFound() {
    jobs.add("READY");

    assertError(lmstfy.get("/api/shop/other/job/j"), 404, "job not found");
    assertError(lmstfy.get("/api/shop/q/job/none"), 404, "job not found");
    jobs.schedulers.payloads.clear(); // like an ended job
    assertError(lmstfy.get(JOB), 404, "job not found");
  }

  @Test
  void aReplyIsInNoQueueButThatOfItsJob() {
    // Given
    var job = jobs.publish();
    var other = jobs.publish();
    jobs.add(other + ".reply", "READY", REPLIES);
    lmstfy.gateway.publisher.records.clear();

    // Then
    var elsewhere = "/api/shop/" + job + "/job/" + other + ".reply";
    assertError(lmstfy.get(elsewhere), 404, "job not found");
    assertDone(lmstfy.delete(elsewhere));
    assertThat(lmstfy.gateway.publisher.records).isEmpty();
    var there = lmstfy.get("/api/shop/" + other + "/job/" + other + ".reply");
    assertThat(there.statusCode()).as(there.body()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCHEDULED", "PARKED", "READY"})
  void aJobThatNobodyHasIsCancelled(String state) {
    jobs.add(state);

    assertDone(lmstfy.delete(JOB));

    assertThat(jobs.last()).contains("delay-op=cancel");
  }

  @Test
  void aJobThatIsInSomebodysHandsIsFinishedByItsLease() {
    jobs.add("RESERVED").put("lease", "l-7");

    assertDone(lmstfy.delete(JOB));

    assertThat(jobs.last()).contains("delay-op=finish", "delay-lease=l-7");
  }

  @Test
  void whoeverWaitsForTheResultOfAJobHearsOfItsEnd() {
    // Given
    jobs.add("RESERVED").put("lease", "l-7");
    var headers = jobs.schedulers.payloads.values().iterator().next().withArray("headers");
    headers.addObject().put("name", "delaygate-reply-to").put("value", LmstfyJobs.base64("0~abc"));

    // When
    assertDone(lmstfy.delete(JOB));

    // Then
    assertThat(jobs.last())
        .contains(
            "delay-op=finish",
            "delay-lease=l-7",
            "delay-reply-topic=delay-replies",
            "delay-reply-partition=0",
            "delay-correlation-id=abc");
  }

  @Test
  void whatThereIsNothingOfIsAcknowledgedAllTheSame() {
    jobs.add("DEAD");

    assertDone(lmstfy.delete(JOB));
    assertDone(lmstfy.delete("/api/shop/q/job/" + "x".repeat(256)));
    assertThat(lmstfy.gateway.publisher.records).isEmpty();
  }

  @Test
  void aJobOfAnotherQueueStays() {
    jobs.add("READY");

    assertDone(lmstfy.delete("/api/shop/other/job/j"));

    assertThat(lmstfy.gateway.publisher.records).isEmpty();
  }

  @Test
  void aJobThatNobodyKnowsYetIsCancelledBehindItsPublish() {
    assertDone(lmstfy.delete(JOB));

    assertThat(jobs.last()).contains("delay-op=cancel");
  }

  @Test
  void whileNobodyCanTellNothingIsAcknowledged() {
    jobs.schedulers.instances.get(0).refusesWith = 500;

    var answer = lmstfy.delete(JOB);

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).startsWith("{\"error\":\"");
  }

  @Test
  void aJobInThePlaceOfAnotherHasAnIdOfItsOwn() {
    // Given
    jobs.add("RESERVED").put("lease", "l-7");

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
  void thePlaceOfAJobThatNobodyKnowsIsTakenToo() {
    var again = lmstfy.put("/api/shop/q/job/none", "new");

    assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
    assertThat(lmstfy.gateway.publisher.records).hasSize(2);
  }
}
